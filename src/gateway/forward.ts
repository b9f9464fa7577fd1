import { AssayError, messageOf } from '../base/assay-error.ts';
import type { ModelCall } from '../contracts/model-call.ts';
import type { SideLabel } from '../contracts/side-requests.ts';
import { type AnswerReader, openAnswerReader, type ReadAnswer } from '../traffic/answer-reader.ts';
import type { KeptRequest } from '../traffic/kept-answers.ts';
import { meteredCall } from '../traffic/metered-call.ts';
import type { Wire } from '../traffic/wire.ts';
import type { RequestTime } from './clock/trial-clock.ts';
import type { Span } from './clock/union-of-spans.ts';
import { pathWithoutKey } from './http/path-without-key.ts';
import { refusal } from './http/refusal.ts';
import type { TrialSession } from './session/trial-session.ts';
import { filterFor } from './stream/event-filter.ts';
import { type TapEnd, tap } from './stream/tap.ts';
import type { UpstreamCall } from './upstreams/upstream.ts';
import { waitNoLonger } from './wait-no-longer.ts';
import type { OpenExchange } from './wire-log/wire-recorder.ts';

/**
 * Errors that the request itself caused. All others are the upstream's fault, including those about our key.
 */
const OWN_FAULTS = new Set([400, 404, 408, 413, 422]);

/** An error about a key's rights or, once the key has been good for an answer, about the content of a request. */
const FORBIDDEN = 403;

type Shared = {
  signal: AbortSignal;
  monotonicMs: () => number;
  leave: () => void;
  /** What is kept of the request if its answer is. */
  kept: KeptRequest | null;
  /** What the request is for, if it is not work on the task. */
  label: SideLabel | null;
};

/**
 * Forwards a request and streams the answer back; what the answer shows is noted on the
 * side. `leave` is called at its end.
 */
export async function forward(
  session: TrialSession,
  asked: Omit<UpstreamCall, 'trial' | 'tellsOfProvider' | 'waiting' | 'replays'>,
  { signal, monotonicMs, leave, kept, label }: Shared,
): Promise<Response> {
  const startMs = monotonicMs();
  let replayedMs: number | null = null;
  const replays = (span: Span) => {
    replayedMs = span.toMs - span.fromMs;
    session.replayed.push(span);
  };
  const { wire, request, index, askedBy } = asked;
  const isOwnModel = session.isOwn(wire, request, index);
  const tellsOfProvider = isOwnModel && askedBy !== 'other';
  if (request !== null && tellsOfProvider && isForAnswer(asked)) session.tools.sawRequest(request);
  const time = session.clock.begin();
  const { waiting } = time;
  const labelled = label === null ? {} : { label };
  const call = { ...asked, trial: session, tellsOfProvider, waiting, replays };
  const exchange = session.recorder.begin(
    { ...aboutCall(call, session.sinceStartMs()), ...labelled },
    call.body,
  );
  const times = () => ({
    latencyMs: replayedMs ?? Math.max(0, monotonicMs() - startMs - waiting.totalMs),
    waitedMs: waiting.totalMs,
  });
  const endUnanswered = (isLeft: boolean) => {
    leave();
    if (isLeft) time.abandon();
    else time.end();
    const ended = { isLeft, ...times() };
    exchange.end({ status: null, isComplete: false, ...ended });
    meterUnanswered(session, call, { ...ended, ...labelled });
  };
  const hasCome = session.awaitAnswer(() => endUnanswered(true));
  return await answerOf(session, call, { isOwnModel, signal }).then(
    (response) =>
      hasCome()
        ? watched(response, session, call, {
            signal,
            monotonicMs,
            times,
            time,
            leave,
            exchange,
            kept,
            labelled,
          })
        : unwanted(response, wire, signal),
    (error: unknown) => {
      if (hasCome()) endUnanswered(signal.aborted);
      if (!signal.aborted) noteFailure(session, call, error);
      return notReached(wire, error);
    },
  );
}

function notReached(wire: Wire, error: unknown): Response {
  const answer = refusal(wire, 'upstream', `The model could not be reached: ${messageOf(error)}`);
  return new Response(answer.body, { status: answer.status, headers: waitNoLonger(answer) });
}

/** A workload may ask for any model, and only the run's own gets its request. */
async function answerOf(
  session: TrialSession,
  call: UpstreamCall,
  { isOwnModel, signal }: { isOwnModel: boolean; signal: AbortSignal },
): Promise<Response> {
  const { wire, request, index } = call;
  return request === null || isOwnModel
    ? await session.upstream.send(call, signal)
    : session.refuseModel(wire, index);
}

/** The trial was over before its answer came: nobody reads it. */
async function unwanted({ body }: Response, wire: Wire, { reason }: AbortSignal): Promise<Response> {
  await body?.cancel(reason);
  return refusal(wire, 'upstream', messageOf(reason));
}

function noteFailure(session: TrialSession, call: UpstreamCall, error: unknown): void {
  const isDivergence = error instanceof AssayError && error.code === 'REPLAY_DIVERGED';
  if (isDivergence) session.sawDivergence(error.message, call);
  else if (call.tellsOfProvider) session.sawFault(messageOf(error), call);
}

function meterUnanswered(
  session: TrialSession,
  { wire, route, request, index }: UpstreamCall,
  { isLeft, ...times }: Times & Labelled & { isLeft: boolean },
): void {
  if (route.purpose !== 'answer') return;
  const asked = { wire: wire.id, model: request?.model ?? '', status: null, isLeft, ...times };
  session.count(meteredCall(asked, null), { index });
}

function aboutCall({ wire, route, url, askedBy }: UpstreamCall, startMs: number) {
  const known = askedBy === null ? {} : { askedBy };
  const { method, purpose } = route;
  return { wire: wire.id, method, purpose, path: pathWithoutKey(url), startMs, ...known };
}

type Times = { latencyMs: number; waitedMs: number };
type Labelled = Pick<ModelCall, 'label'>;
type Around = {
  signal: AbortSignal;
  monotonicMs: () => number;
  times: () => Times;
  time: RequestTime;
  leave: () => void;
  exchange: OpenExchange;
  kept: KeptRequest | null;
  labelled: Labelled;
};

function watched(
  response: Response,
  session: TrialSession,
  call: UpstreamCall,
  { signal, monotonicMs, times: timesOf, time, leave, exchange, kept, labelled }: Around,
): Response {
  const { status, body, ok } = response;
  const headers = waitNoLonger(response);
  const reader = openAnswerReader(call.wire, headers.get('content-type'));
  if (ok && call.tellsOfProvider && call.route.purpose === 'answer') session.beginsAnswer(call);
  const keep = ok ? keeperOf(session, call, { reader, kept }) : null;
  const ended = (end: TapEnd) => {
    leave();
    time.end();
    const times = timesOf();
    const endMs = monotonicMs();
    exchange.end({ status, isComplete: end.how === 'whole', isLeft: end.how === 'left', ...times });
    session.work.soon(() => {
      const read = reader.end(end.how === 'whole');
      keep?.();
      if (call.tellsOfProvider) noteEnd(session, response, { call, end, read, endMs, ...labelled });
      if (call.route.purpose !== 'answer') return;
      const asked = { wire: call.wire.id, model: call.request?.model ?? '', status, ...labelled };
      session.count(meteredCall({ ...asked, isLeft: end.how === 'left', ...times }, read), call);
    });
  };
  if (body === null) {
    ended({ how: 'whole' });
    return new Response(null, { status, headers });
  }
  const add = (bytes: Uint8Array) => {
    reader.add(bytes);
    exchange.add(bytes);
  };
  const filter = filterFor(call);
  return new Response(tap(body, { add, ended }, { signal, filter }), { status, headers });
}

/** Returns what to call once the answer has ended; `null` if no later request may refer to that answer. */
function keeperOf(
  session: TrialSession,
  { wire, route, request }: UpstreamCall,
  { reader, kept }: { reader: AnswerReader; kept: KeptRequest | null },
): (() => void) | null {
  const isKept = request?.isKept === true && route.purpose === 'answer' && route.compacts !== true;
  if (!isKept || kept === null || wire.keeping === undefined) return null;
  return session.answersSoFar().follow(kept, () => reader.whole(), wire.keeping.namesOf);
}

type Exchanged = Labelled & { call: UpstreamCall; end: TapEnd; read: ReadAnswer; endMs: number };

/** A compacted conversation is no answer to the task. */
function isForAnswer({ route }: Pick<UpstreamCall, 'route'>): boolean {
  return route.purpose === 'answer' && route.compacts !== true;
}

/** An answer that its client left may show a fault of the upstream, but not that there was none. */
function noteEnd(session: TrialSession, response: Response, exchanged: Exchanged): void {
  const { call, read, endMs, label } = exchanged;
  const { request } = call;
  const isAgents = call.askedBy !== 'other';
  if (response.ok && request && isAgents && isForAnswer(call) && read.isComplete && read.answer) {
    session.tools.sawAnswer(request, read.answer, endMs);
    session.labels.sawAnswer(request, read.answer, label);
    if (label !== 'side') session.onAnswer(read.answer);
  }
  const fault = faultOf(session, response, exchanged);
  if (fault !== null) session.sawFault(fault, exchanged.call);
  else if (exchanged.call.route.purpose === 'answer' && exchanged.end.how !== 'left') session.sawNoFault();
}

/** An error that the request itself caused is not a fault of the upstream. */
function faultOf(
  session: TrialSession,
  { ok, status }: Response,
  { call: { route }, end, read }: Exchanged,
): string | null {
  if (!ok && OWN_FAULTS.has(status)) return null;
  if (status === FORBIDDEN && session.opening !== null) return null;
  if (!ok) return `The model's side answered ${status}${read.said === null ? '.' : `: ${read.said}`}`;
  if (route.purpose !== 'answer') return null;
  return read.fault ?? (end.how === 'broken' ? messageOf(end.error) : null);
}
