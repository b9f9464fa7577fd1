import { type Span, unionOfSpans } from './union-of-spans.ts';

/** How long one request waited in all; what overlaps counts once. */
export class Waiting {
  readonly #monotonicMs: () => number;
  readonly #spans: Span[] = [];
  /** When each of what is undecided began. */
  readonly #undecided: number[] = [];

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  get totalMs(): number {
    return unionOfSpans(this.spansUntil(this.#monotonicMs()));
  }

  /** What it has waited until then, as far as that is decided. */
  spansUntil(nowMs: number): Span[] {
    return this.#spans.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, nowMs) }));
  }

  /** What may yet turn out to be waiting. */
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

  /** For what shows only at its end whether it was waiting: what this gives is to be told then. */
  undecided(): (wasWaiting: boolean) => void {
    const fromMs = this.#monotonicMs();
    this.#undecided.push(fromMs);
    return (wasWaiting) => {
      this.#undecided.splice(this.#undecided.indexOf(fromMs), 1);
      if (wasWaiting) this.#spans.push({ fromMs, toMs: this.#monotonicMs() });
    };
  }
}
