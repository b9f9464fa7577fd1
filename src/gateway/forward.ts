import { messageOf } from '../base/assay-error.ts';
import { UNKNOWN_USAGE } from '../contracts/model-call.ts';
import { openAnswerReader, type ReadAnswer } from './answer-reader.ts';
import { refusal } from './refusal.ts';
import { type TapEnd, tap } from './tap.ts';
import type { TrialSession } from './trial-session.ts';
import type { Span } from './union-of-spans.ts';
import type { UpstreamCall } from './upstream.ts';
import { Waiting } from './waiting.ts';

/** Errors that a request has itself to blame for. All others are the upstream's fault, our key's among them. */
const OWN_FAULTS = new Set([400, 404, 408, 413, 422]);

/** Sends a request on and gives the answer as it comes; what it shows is noted beside. `leave` is called at its end. */
export async function forward(
  session: TrialSession,
  asked: Omit<UpstreamCall, 'waiting' | 'replays'>,
  { signal, monotonicMs, leave }: { signal: AbortSignal; monotonicMs: () => number; leave: () => void },
): Promise<Response> {
  const startMs = monotonicMs();
  let replayedMs: number | null = null;
  const waiting = new Waiting(monotonicMs, session.waiting);
  const replays = (span: Span) => {
    replayedMs = span.toMs - span.fromMs;
    session.replayed.push(span);
  };
  const call = { ...asked, waiting, replays };
  const { request, index } = call;
  if (request !== null) session.later(() => session.watch.sawRequest(request, index));
  try {
    const response = await session.upstream.send(call, signal);
    const latencyMs = () => replayedMs ?? Math.max(0, monotonicMs() - startMs - waiting.totalMs);
    return watched(response, session, call, { signal, latencyMs, leave });
  } catch (error) {
    leave();
    if (!signal.aborted) session.upstreamErrors.push(messageOf(error));
    return refusal(call.wire, 'upstream', `The model could not be reached: ${messageOf(error)}`);
  }
}

type Around = { signal: AbortSignal; latencyMs: () => number; leave: () => void };

function watched(
  response: Response,
  session: TrialSession,
  call: UpstreamCall,
  { signal, latencyMs, leave }: Around,
): Response {
  const { status, headers, body, ok } = response;
  if (!ok && !OWN_FAULTS.has(status)) session.upstreamErrors.push(`The model's side answered ${status}.`);
  if (body === null) {
    leave();
    return response;
  }
  const reader = openAnswerReader(call.wire, headers.get('content-type'));
  const ended = (end: TapEnd) => {
    leave();
    if (call.route.purpose !== 'answer') return;
    const times = { latencyMs: latencyMs(), waitedMs: call.waiting.totalMs };
    session.later(() => {
      const read = reader.end();
      if (ok) noteAnswer(session, call, end, read);
      session.meter.add({
        wire: call.wire.id,
        model: call.request?.model ?? '',
        status,
        isComplete: end.how === 'whole' && read.isComplete,
        ...times,
        usage: ok ? (read.answer?.usage ?? UNKNOWN_USAGE) : null,
      });
    });
  };
  return new Response(tap(body, { add: (bytes) => reader.add(bytes), ended }, { signal }), {
    status,
    headers,
  });
}

function noteAnswer(session: TrialSession, call: UpstreamCall, end: TapEnd, read: ReadAnswer): void {
  if (read.answer !== null) session.watch.sawAnswer(read.answer, call.index);
  if (end.how === 'left') return;
  if (end.how === 'broken') session.upstreamErrors.push(messageOf(end.error));
  else if (read.error !== null) session.upstreamErrors.push(read.error);
  else if (!read.isComplete) session.upstreamErrors.push('The answer broke off before its end.');
}
