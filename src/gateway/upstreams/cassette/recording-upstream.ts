import { messageOf } from '../../../base/assay-error.ts';
import type { Exchange } from '../../../contracts/cassette.ts';
import { tap } from '../../stream/tap.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import { canonicalRequest } from './canonical-request.ts';
import type { CassetteWriter } from './cassette-file.ts';

export type RecordingOptions = {
  cassette: CassetteWriter;
  /** Applied to every text before it is written, because anything could have brought a secret into it. */
  hide: (text: string) => string;
  monotonicMs: () => number;
};

/**
 * Answers as another upstream does, and records each exchange as it ends. An answer
 * that broke off is not recorded.
 */
export function recordingUpstream(upstream: Upstream, options: RecordingOptions): Upstream {
  const recorder = new Recorder(options);
  return {
    simulated: upstream.simulated,
    outage: () => recorder.failure ?? upstream.outage?.() ?? null,
    send: (call, signal) => recorder.send(upstream, call, signal),
  };
}

class Recorder {
  readonly #options: RecordingOptions;
  #firstMs: number | null = null;
  /** Why nothing more can be written: any further answers would be paid for and lost. */
  failure: string | null = null;

  constructor(options: RecordingOptions) {
    this.#options = options;
  }

  async send(upstream: Upstream, call: UpstreamCall, signal: AbortSignal): Promise<Response> {
    const { monotonicMs } = this.#options;
    const startMs = monotonicMs();
    this.#firstMs ??= startMs;
    const atMs = startMs - this.#firstMs;
    const note = (answer: Exchange['answer']) => {
      const latencyMs = Math.max(0, monotonicMs() - startMs - call.waiting.totalMs);
      this.#write({ ...canonicalRequest(call), atMs, latencyMs, answer });
    };
    try {
      return this.#watched(await upstream.send(call, signal), note, signal);
    } catch (error) {
      if (signal.aborted) note(null);
      throw error;
    }
  }

  #watched(response: Response, note: (answer: Exchange['answer']) => void, signal: AbortSignal): Response {
    const { status, headers, body } = response;
    const contentType = headers.get('content-type');
    const chunks: Uint8Array[] = [];
    const given = tap(
      body ?? new Blob([]).stream(),
      {
        add: (bytes) => void chunks.push(bytes),
        ended({ how }) {
          if (how === 'broken') return;
          const text = Buffer.concat(chunks).toString();
          note({ status, contentType, body: text, isComplete: how === 'whole' });
        },
      },
      { signal },
    );
    return new Response(given, { status, headers });
  }

  #write(exchange: Exchange): void {
    const text = this.#options.hide(JSON.stringify(exchange));
    try {
      this.#options.cassette.add(JSON.parse(text));
    } catch (error) {
      this.failure = messageOf(error);
      throw error;
    }
  }
}
