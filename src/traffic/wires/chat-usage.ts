import { z } from 'zod';
import type { ServerSentEvent } from '../http/server-sent-events.ts';
import type { UsageQuestion } from '../usage-question.ts';
import { objectIn } from './json-object.ts';

const Options = z.record(z.string(), z.unknown()).catch({});
/** Rules out nearly every event without parsing, because nearly all have choices. */
const NO_CHOICES = /"choices":\s*\[\s*\]/;
const ExtraChunk = z.object({ choices: z.tuple([]), usage: z.record(z.string(), z.unknown()) });

/** Asks with `stream_options.include_usage`, which adds one chunk without choices to the end of a stream. */
export const chatUsage: UsageQuestion = {
  putTo: (body) => Uint8Array.from(Buffer.from(withQuestion(new TextDecoder().decode(body)))),
  isAnswer: ({ data }: ServerSentEvent) =>
    NO_CHOICES.test(data) && ExtraChunk.safeParse(objectIn(data)).success,
};

/** Nearly no client sets stream options of its own; what it wrote is then passed on unchanged. */
function withQuestion(body: string): string {
  const fields = objectIn(body);
  if (!('stream_options' in fields)) return body.replace('{', '{"stream_options":{"include_usage":true},');
  const options = Options.parse(fields['stream_options']);
  return JSON.stringify({ ...fields, stream_options: { ...options, include_usage: true } });
}
