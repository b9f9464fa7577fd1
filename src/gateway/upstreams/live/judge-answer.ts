import { EventReader } from '../../../traffic/http/server-sent-events.ts';
import { jsonIn } from '../../../traffic/json-in.ts';
import { noAnswer } from '../../../traffic/no-answer.ts';
import { errorIn, mayBeError, refusesKey } from '../../../traffic/provider-error.ts';
import { objectIn } from '../../../traffic/wires/json-object.ts';
import { refusal } from '../../http/refusal.ts';
import type { UpstreamCall } from '../upstream.ts';
import { type StartedAnswer, startAnswer } from './started-answer.ts';

/** Recognises events by the body, because some servers set no content type for them. */
const BEGINS_AS_EVENTS = /^\s*(?:event|data|id|retry)?:/;

type Asked = Pick<UpstreamCall, 'wire' | 'route'>;

/**
 * Checks an apparently good response before any of it is passed on: it may be an error, an HTML page or an
 * empty object. Its first bytes are enough to tell, because such bodies are short, so that no answer is
 * delayed. An error in place of a whole answer gets the status that it should have had, and so does one about the key.
 */
export async function judgeAnswer(answer: StartedAnswer, asked: Asked): Promise<StartedAnswer> {
  const { response, first } = answer;
  if (isForKey(answer, asked)) return { ...answer, response: withStatus(401, answer) };
  if (!response.ok || asked.route.purpose !== 'answer') return answer;
  const text = new TextDecoder().decode(first ?? new Uint8Array());
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (text !== '' && (isEvents || BEGINS_AS_EVENTS.test(text)))
    return { ...answer, fault: faultInEvents(text) };
  return await judgeBody(answer, text, asked);
}

/** Google's APIs answer 400 if a key is not valid. The key is ours, so that no request can be to blame. */
function isForKey({ response, first }: StartedAnswer, { wire }: Asked): boolean {
  if (wire.provider !== 'gemini' || response.status !== 400) return false;
  return refusesKey(jsonIn(new TextDecoder().decode(first ?? new Uint8Array())));
}

function faultInEvents(text: string): string | null {
  const suspects = new EventReader().add(Buffer.from(text)).filter(({ data }) => mayBeError(data));
  const errors = suspects.map(({ data }) => errorIn(objectIn(data))).filter((error) => error !== null);
  return errors.find((error) => !error.isAboutRequest)?.message ?? null;
}

async function judgeBody(answer: StartedAnswer, text: string, { wire }: Asked): Promise<StartedAnswer> {
  const error = errorIn(objectIn(text));
  const wrong = noAnswer(wire, text);
  if (error !== null) {
    const fault = error.isAboutRequest ? null : error.message;
    return {
      ...answer,
      fault,
      ...(wrong === null ? {} : { response: withStatus(fault === null ? 400 : 502, answer) }),
    };
  }
  if (wrong === null) return answer;
  await answer.rest?.cancel();
  return { ...(await startAnswer(refusal(wire, 'upstream', wrong))), fault: wrong };
}

function withStatus(status: number, { response: { headers } }: StartedAnswer): Response {
  return new Response(null, { status, headers });
}
