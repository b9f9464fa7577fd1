import { AssayError } from '../../../base/assay-error.ts';
import type { Exchange } from '../../../contracts/cassette.ts';
import { textBody } from '../../stream/text-body.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import { type CanonicalRequest, canonicalRequest, keyOf } from './canonical-request.ts';
import type { RecordedTrial } from './cassette-file.ts';
import { describeMiss } from './describe-miss.ts';

/**
 * Answers from a recording: the same request gets the same answer, and a repeated one gets its answers in
 * order. No time passes here; the time that the model took when it was recorded is counted instead.
 */
export function replayingUpstream({ trial, exchanges }: RecordedTrial): Upstream {
  const left = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchangeRequest(exchange));
    left.set(key, [...(left.get(key) ?? []), exchange]);
  }
  return {
    simulated: false,
    async send(call, signal) {
      const asked = canonicalRequest(call);
      const exchange = left.get(keyOf(asked))?.shift();
      if (exchange === undefined) {
        const recorded = exchanges.map(exchangeRequest);
        // Before its first answer, a trial holds nothing that came from a workload.
        const code = call.index === 0 ? 'UPSTREAM_FAILED' : 'REPLAY_DIVERGED';
        throw new AssayError(code, `${trial}: ${describeMiss(asked, recorded)}`);
      }
      return exchange.answer === null ? await never(signal) : answerOf(exchange, exchange.answer, call);
    },
  };
}

function exchangeRequest({ wire, method, path, request }: Exchange): CanonicalRequest {
  return { wire, method, path, request };
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
