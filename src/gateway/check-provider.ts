import { openAnswerReader, type ReadAnswer } from '../traffic/answer-reader.ts';
import { meteredCall } from '../traffic/metered-call.ts';
import type { Wire } from '../traffic/wire.ts';
import { WIRES } from '../traffic/wires.ts';
import { Waiting } from './clock/waiting.ts';
import { pathWithoutKey } from './http/path-without-key.ts';
import type { TrialSession } from './session/trial-session.ts';
import type { UpstreamCall } from './upstreams/upstream.ts';

/**
 * What becomes of a request by which the provider is checked. It is turned away if a limit of the account is reached, or if
 * there was no place for it in time: whatever the run's own trials ask for can bring that about. A recording lacks it if nothing
 * was checked when it was made.
 */
export type Control = 'answered' | 'turned-away' | 'unrecorded' | 'failed';

/** Nothing that runs in a sandbox, or that a model has read there, is in it. */
const QUESTION = 'Answer with the word "ready".';

/** Longer than the longest wait that a provider may ask for. */
const CONTROL_MS = 600_000;

/** An invalid key, an unknown model and a timeout of the server, which no number of requests brings about. */
const OWN_STATES = new Set([401, 404, 408]);

export type ControlOptions = {
  monotonicMs: () => number;
  signal: AbortSignal;
  /** How long an answer may take once it has begun. */
  answerMs?: number;
};

/**
 * Asks the run's own model a question of the harness's own, over the wire of the trial's agent. It is recorded, and the run pays for
 * it, but it is no part of the conversation and uses up nothing of the trial's.
 */
export async function askControl(session: TrialSession, options: ControlOptions): Promise<Control> {
  session.work.catchUp();
  let control: Control = 'failed';
  for (const asked of controlsFor(session)) {
    control = await askAgain(controlFor(asked, session), session, options);
    if (control !== 'failed') break;
  }
  return control;
}

type Asked = { wire: Wire; model: string };

/**
 * The wires on which a question tells whether the provider works. That of a program, and its model, are known without it: any of its
 * requests may come from something else. Of an agent of ours, they are those of its first answer.
 */
function controlsFor({ opening, own, program }: TrialSession): Asked[] {
  if (own === null || program === null)
    return opening === null ? [] : [{ wire: opening.wire, model: opening.request?.model ?? '' }];
  const wires = WIRES.filter(({ provider }) => provider === own.provider);
  const known = wires.filter(({ id }) => id === program.wire);
  return (known.length > 0 ? known : wires).map((wire) => ({ wire, model: own.model }));
}

function controlFor({ wire, model }: Asked, session: TrialSession): Omit<UpstreamCall, 'waiting'> | null {
  const { path, headers, body } = wire.renderQuestion(model, QUESTION);
  const url = new URL(path, 'http://gateway.invalid');
  const read = wire.readRequest(body, url);
  const route = wire.routes.find(({ purpose }) => purpose === 'answer');
  if (route === undefined) return null;
  return {
    ...{
      wire,
      route,
      url,
      trial: session,
      askedBy: null,
      tellsOfProvider: true,
      index: 0,
      replays: () => undefined,
    },
    request: 'fault' in read ? null : read,
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

/** Asks for the answer to the last request at which the provider has failed. */
export async function askLastAgain(session: TrialSession, options: ControlOptions): Promise<Control> {
  session.work.catchUp();
  return await askAgain(session.lastFailed, session, options);
}

async function askAgain(
  asked: Omit<UpstreamCall, 'waiting'> | null,
  session: TrialSession,
  { monotonicMs, signal, answerMs = CONTROL_MS }: ControlOptions,
): Promise<Control> {
  if (asked === null) return 'failed';
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
  const answer = await wholeAnswer(session, call, { signal, answerMs });
  const status = typeof answer === 'string' ? null : answer.status;
  const end = { status, isLeft: false, ...times() };
  const metered = { wire: wire.id, model: request?.model ?? '', ...end };
  if (typeof answer === 'string') {
    exchange.end({ ...end, isComplete: false });
    session.noteCheck(meteredCall(metered, null));
    return answer;
  }
  const reader = openAnswerReader(wire, answer.contentType);
  reader.add(answer.bytes);
  exchange.add(answer.bytes);
  const read = reader.end(true);
  exchange.end({ ...end, isComplete: true });
  session.noteCheck(meteredCall(metered, read));
  return controlOf(answer, read);
}

function controlOf({ status, ok }: WholeAnswer, { fault }: ReadAnswer): Control {
  if (ok) return fault === null ? 'answered' : 'failed';
  return status >= 400 && status < 500 && !OWN_STATES.has(status) ? 'turned-away' : 'failed';
}

type WholeAnswer = { status: number; ok: boolean; contentType: string | null; bytes: Uint8Array };

/** An answer that does not come to its end, for whatever reason, is none: the provider does not work then. */
async function wholeAnswer(
  { upstream }: TrialSession,
  call: UpstreamCall,
  { signal, answerMs }: Required<Pick<ControlOptions, 'signal' | 'answerMs'>>,
): Promise<WholeAnswer | Exclude<Control, 'answered'>> {
  const limit = new AbortController();
  let timer = setTimeout(() => limit.abort(), CONTROL_MS);
  let hasBegun = false;
  try {
    const response = await upstream.send(call, AbortSignal.any([signal, limit.signal]));
    hasBegun = true;
    clearTimeout(timer);
    timer = setTimeout(() => limit.abort(), answerMs);
    const { status, ok, headers } = response;
    return { status, ok, contentType: headers.get('content-type'), bytes: await response.bytes() };
  } catch {
    if (upstream.isReplay === true && !signal.aborted && !limit.signal.aborted) return 'unrecorded';
    return limit.signal.aborted && !hasBegun ? 'turned-away' : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
