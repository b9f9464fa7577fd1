import { openAnswerReader } from '../traffic/answer-reader.ts';
import { meteredCall } from '../traffic/metered-call.ts';
import { Waiting } from './clock/waiting.ts';
import { pathWithoutKey } from './http/path-without-key.ts';
import type { TrialSession } from './session/trial-session.ts';
import type { UpstreamCall } from './upstreams/upstream.ts';

/**
 * Whether the provider fails at one conversation and at nothing else, which whatever the agent read can bring about: it answers
 * the first request of the trial again, and still fails at the last one that it failed at. These requests are recorded and
 * their tokens count, but they are no part of the conversation.
 */
export async function failsAlone(
  session: TrialSession,
  monotonicMs: () => number,
  signal: AbortSignal,
): Promise<boolean> {
  session.work.catchUp();
  const { firstAnswered, lastFailed } = session;
  if (firstAnswered === null || lastFailed === null) return false;
  const isAnswered = (call: UpstreamCall) => isAnsweredAgain(call, session, monotonicMs, signal);
  return (await isAnswered(firstAnswered)) && !(await isAnswered(lastFailed));
}

/** Whether the provider answers the first request of the trial again. */
export async function answersAgain(
  session: TrialSession,
  monotonicMs: () => number,
  signal: AbortSignal,
): Promise<boolean> {
  session.work.catchUp();
  const { firstAnswered } = session;
  return firstAnswered !== null && (await isAnsweredAgain(firstAnswered, session, monotonicMs, signal));
}

async function isAnsweredAgain(
  asked: UpstreamCall,
  session: TrialSession,
  monotonicMs: () => number,
  signal: AbortSignal,
): Promise<boolean> {
  const waiting = new Waiting(monotonicMs);
  const { wire, route, url, body, request } = asked;
  const about = { wire: wire.id, method: route.method, purpose: 'check' as const, path: pathWithoutKey(url) };
  const exchange = session.recorder.begin({ ...about, startMs: session.sinceStartMs() }, body);
  const startMs = monotonicMs();
  const times = () => ({
    latencyMs: Math.max(0, monotonicMs() - startMs - waiting.totalMs),
    waitedMs: waiting.totalMs,
  });
  const call = { ...asked, waiting, replays: () => undefined };
  const answer = await wholeAnswer(session, call, signal);
  const end = { status: answer?.status ?? null, isLeft: false, ...times() };
  const metered = { wire: wire.id, model: request?.model ?? '', ...end };
  if (answer === null) {
    exchange.end({ ...end, isComplete: false });
    session.meter.add(meteredCall(metered, null));
    return false;
  }
  const reader = openAnswerReader(wire, answer.contentType);
  reader.add(answer.bytes);
  exchange.add(answer.bytes);
  const read = reader.end(true);
  exchange.end({ ...end, isComplete: true });
  session.meter.add(meteredCall(metered, read));
  return answer.ok && read.fault === null;
}

type WholeAnswer = { status: number; ok: boolean; contentType: string | null; bytes: Uint8Array };

/** `null` if the answer does not come to its end, for whatever reason: the provider does not work then. */
async function wholeAnswer(
  { upstream }: TrialSession,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<WholeAnswer | null> {
  try {
    const response = await upstream.send(call, signal);
    const { status, ok, headers } = response;
    return { status, ok, contentType: headers.get('content-type'), bytes: await response.bytes() };
  } catch {
    return null;
  }
}
