import { AssayError } from '../../../base/assay-error.ts';
import { Semaphore } from '../../../base/semaphore.ts';
import type { Exchange } from '../../../contracts/cassette.ts';
import { textBody } from '../../stream/text-body.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import type { RawRequest } from './canonical-request.ts';
import { rawRequest } from './raw-request.ts';
import type { RecordedAnswer } from './recording.ts';

/** Finds the exchange that answers a request; `used` holds the places of those that have answered before. */
export type FindRecorded = (
  asked: RawRequest,
  used: readonly number[],
  signal: AbortSignal,
) => Promise<RecordedAnswer>;

export type ReplayOptions = {
  /**
   * Whether the first request holds nothing that came from a workload, as that of an agent does. A judge's holds the
   * work.
   */
  isFirstOurs?: boolean;
};

/**
 * Answers from a recording: the same request gets the same answer, and a repeated one gets its answers in
 * order. No time passes here; the time that the model took when it was recorded is counted instead.
 */
export function replayingUpstream(
  trial: string,
  find: FindRecorded,
  { isFirstOurs = true }: ReplayOptions = {},
): Upstream {
  const used: number[] = [];
  // Two equal requests at the same time must not get the same exchange.
  const turn = new Semaphore(1);
  const take = async (call: UpstreamCall, signal: AbortSignal) => {
    const release = await turn.take(signal);
    try {
      const found = await find(rawRequest(call), used, signal);
      if ('place' in found) used.push(found.place);
      return found;
    } finally {
      release();
    }
  };
  return {
    simulated: false,
    isReplay: true,
    async send(call, signal) {
      const found = await call.waiting.during(() => take(call, signal));
      if ('miss' in found) {
        const code = call.index === 0 && isFirstOurs ? 'UPSTREAM_FAILED' : 'REPLAY_DIVERGED';
        throw new AssayError(code, `${trial}: ${found.miss}`);
      }
      const { exchange } = found;
      return exchange.answer === null ? await never(signal) : answerOf(exchange, exchange.answer, call);
    },
  };
}

function answerOf(
  { atMs, latencyMs }: Exchange,
  { status, contentType, body, isComplete }: NonNullable<Exchange['answer']>,
  call: UpstreamCall,
): Response {
  call.replays({ fromMs: atMs, toMs: atMs + latencyMs });
  const events = body.split(/(?<=\n\n)/);
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
  return new Response(textBody(events, isComplete ? 'closed' : 'never'), { status, headers });
}

/** The client left before there was an answer when this was recorded, and will do so again. */
function never(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
