import type { ByteFilter } from '../../stream/byte-filter.ts';
import { isPassing } from './retry.ts';

/**
 * An answer whose first bytes have come: until then the request may be retried, from
 * then on the answer is the client's.
 */
export type StartedAnswer = {
  response: Response;
  first: Uint8Array | null;
  rest: Rest | null;
  /** Why this is not a proper answer, whatever its status says. */
  fault: string | null;
};

type Rest = ReadableStreamDefaultReader<Uint8Array>;

/**
 * A filter for the bytes of an answer. It is told how the transfer ended: complete, broken off by
 * the provider, or left by the client.
 */
export type AnswerFilter = ByteFilter & {
  ended(how: 'whole' | 'broken' | 'left'): void;
};

export async function startAnswer(response: Response): Promise<StartedAnswer> {
  if (response.body === null) return { response, first: null, rest: null, fault: null };
  const rest = response.body.getReader();
  const { value = null } = await rest.read();
  return { response, first: value, rest, fault: null };
}

/** Whether another attempt may succeed. */
export function mayPass(answer: StartedAnswer): boolean {
  return isPassing(answer.response.status) || answer.fault !== null;
}

/** The whole body, through the filter. */
export function bodyOf(
  { first, rest }: StartedAnswer,
  passage: AnswerFilter,
): ReadableStream<Uint8Array> | null {
  if (rest !== null && first !== null) return new ReadableStream(new Body(first, rest, passage));
  passage.ended('whole');
  return null;
}

class Body {
  readonly #rest: Rest;
  readonly #passage: AnswerFilter;
  #first: Uint8Array | null;

  constructor(first: Uint8Array, rest: Rest, passage: AnswerFilter) {
    this.#first = first;
    this.#rest = rest;
    this.#passage = passage;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      await this.#passOn(controller);
    } catch (error) {
      this.#passage.ended('broken');
      // The body is broken already; nobody needs to know how the rest of it ends.
      this.#rest.cancel(error).catch(() => undefined);
      throw error;
    }
  }

  async cancel(reason: unknown): Promise<void> {
    this.#passage.ended('left');
    await this.#rest.cancel(reason);
  }

  /** Passes on at least one chunk or the end: a stream that enqueued nothing is not pulled again. */
  async #passOn(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      const bytes = await this.#next();
      const passed = bytes === null ? this.#passage.last() : this.#passage.pass(bytes);
      if (passed.length > 0) controller.enqueue(passed);
      if (bytes === null) {
        this.#passage.ended('whole');
        controller.close();
      }
      if (bytes === null || passed.length > 0) return;
    }
  }

  async #next(): Promise<Uint8Array | null> {
    const first = this.#first;
    this.#first = null;
    return first ?? (await this.#rest.read()).value ?? null;
  }
}
