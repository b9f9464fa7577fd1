import { type Span, unionOfSpans } from './union-of-spans.ts';

/** A stopwatch for how long one request waited in all; overlapping waits count once. */
export class Waiting {
  readonly #monotonicMs: () => number;
  readonly #spans: Span[] = [];
  /** The start of each span that is still undecided. */
  readonly #undecided: number[] = [];

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get totalMs(): number {
    return unionOfSpans(this.spansUntil(this.#monotonicMs()));
  }

  /** Returns the decided spans of waiting up to `nowMs`. */
  spansUntil(nowMs: number): Span[] {
    return this.#spans.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, nowMs) }));
  }

  /** Returns the spans that may yet turn out to be waiting. */
  undecidedUntil(nowMs: number): Span[] {
    return this.#undecided.map((fromMs) => ({ fromMs, toMs: nowMs }));
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const span = { fromMs: this.#monotonicMs(), toMs: Number.POSITIVE_INFINITY };
    this.#spans.push(span);
    try {
      return await work();
    } finally {
      span.toMs = this.#monotonicMs();
    }
  }

  /**
   * Opens a span. Only its end shows whether it was waiting, so the caller passes that
   * to the returned function.
   */
  undecided(): (wasWaiting: boolean) => void {
    const fromMs = this.#monotonicMs();
    this.#undecided.push(fromMs);
    return (wasWaiting) => {
      this.#undecided.splice(this.#undecided.indexOf(fromMs), 1);
      if (wasWaiting) this.#spans.push({ fromMs, toMs: this.#monotonicMs() });
    };
  }
}
