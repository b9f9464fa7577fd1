import { EventReader } from '../../../traffic/http/server-sent-events.ts';
import { noAnswer } from '../../../traffic/no-answer.ts';
import { errorIn } from '../../../traffic/provider-error.ts';
import { objectIn } from '../../../traffic/wires/json-object.ts';
import { refusal } from '../../http/refusal.ts';
import type { UpstreamCall } from '../upstream.ts';
import { type StartedAnswer, startAnswer } from './started-answer.ts';

/** Some servers forget to say what they send. */
const BEGINS_AS_EVENTS = /^\s*(?:event|data|id|retry)?:/;

type Asked = Pick<UpstreamCall, 'wire' | 'route'>;

/**
 * Looks at what a provider sends as if all were well, before anything of it goes out: it may be an error, a page of HTML or
 * an empty object. Its first bytes tell, because such things are short: nobody waits for more of an answer. What stands in
 * the place of a whole answer gets the status that it should have had.
 */
export async function judgeAnswer(begun: StartedAnswer, asked: Asked): Promise<StartedAnswer> {
  const { response, first } = begun;
  if (!response.ok || asked.route.purpose !== 'answer') return begun;
  const text = new TextDecoder().decode(first ?? new Uint8Array());
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (text !== '' && (isEvents || BEGINS_AS_EVENTS.test(text)))
    return { ...begun, fault: faultInEvents(text) };
  return await judgeBody(begun, text, asked);
}

function faultInEvents(text: string): string | null {
  const events = new EventReader().add(Buffer.from(text));
  const errors = events.map(({ data }) => errorIn(objectIn(data))).filter((error) => error !== null);
  return errors.find((error) => !error.isAboutRequest)?.message ?? null;
}

async function judgeBody(begun: StartedAnswer, text: string, { wire }: Asked): Promise<StartedAnswer> {
  const error = errorIn(objectIn(text));
  const wrong = noAnswer(wire, text);
  if (error !== null) {
    const fault = error.isAboutRequest ? null : error.message;
    return {
      ...begun,
      fault,
      ...(wrong === null ? {} : { response: withStatus(fault === null ? 400 : 502, begun) }),
    };
  }
  if (wrong === null) return begun;
  await begun.rest?.cancel();
  return { ...(await startAnswer(refusal(wire, 'upstream', wrong))), fault: wrong };
}

function withStatus(status: number, { response: { headers } }: StartedAnswer): Response {
  return new Response(null, { status, headers });
}
