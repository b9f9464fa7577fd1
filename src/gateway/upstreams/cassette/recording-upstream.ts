import { messageOf } from '../../../base/assay-error.ts';
import { tap } from '../../stream/tap.ts';
import type { Upstream, UpstreamCall } from '../upstream.ts';
import { rawRequest } from './raw-request.ts';
import type { RawAnswer, RawExchange } from './recorder-thread.ts';

export type RecordingOptions = {
  write: (exchange: RawExchange) => Promise<void>;
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
    const note = async (answer: RawAnswer | null) => {
      const latencyMs = Math.max(0, monotonicMs() - startMs - call.waiting.totalMs);
      await call.waiting.during(() => this.#write({ ...rawRequest(call), atMs, latencyMs, answer }));
    };
    try {
      return this.#watched(await upstream.send(call, signal), note, signal);
    } catch (error) {
      if (signal.aborted) await note(null);
      throw error;
    }
  }

  #watched(response: Response, note: (answer: RawAnswer) => Promise<void>, signal: AbortSignal): Response {
    const { status, headers, body } = response;
    const contentType = headers.get('content-type');
    const chunks: Uint8Array[] = [];
    const given = tap(
      body ?? new Blob([]).stream(),
      {
        add: (bytes) => void chunks.push(bytes),
        async ended({ how }) {
          if (how === 'broken') return;
          await note({ status, contentType, body: Buffer.concat(chunks), isComplete: how === 'whole' });
        },
      },
      { signal },
    );
    return new Response(given, { status, headers });
  }

  async #write(exchange: RawExchange): Promise<void> {
    try {
      await this.#options.write(exchange);
    } catch (error) {
      this.failure = messageOf(error);
      throw error;
    }
  }
}
