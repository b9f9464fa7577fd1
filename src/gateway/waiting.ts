import { type Span, unionOfSpans } from './union-of-spans.ts';

/** How long something waited in all; what overlaps counts once. */
export class Waiting {
  readonly #monotonicMs: () => number;
  readonly #around: Waiting | null;
  readonly #spans: Span[] = [];
  /** When each of what is undecided began. */
  readonly #undecided: number[] = [];

  /** `around` counts what its parts wait, each moment once. */
  constructor(monotonicMs: () => number, around: Waiting | null = null) {
    this.#monotonicMs = monotonicMs;
    this.#around = around;
  }

  get totalMs(): number {
    const nowMs = this.#monotonicMs();
    return unionOfSpans(this.#spans.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, nowMs) })));
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const span = { fromMs: this.#monotonicMs(), toMs: Number.POSITIVE_INFINITY };
    this.#add(span);
    try {
      return await work();
    } finally {
      span.toMs = this.#monotonicMs();
    }
  }

  /** Since when it is open whether the time that passes is waiting; it may be counted in part already. */
  get undecidedMs(): number {
    const nowMs = this.#monotonicMs();
    return nowMs - Math.min(nowMs, ...this.#undecided);
  }

  /** For what shows only at its end whether it was waiting: what this gives is to be told then. */
  undecided(): (wasWaiting: boolean) => void {
    const fromMs = this.#monotonicMs();
    const both = this.#around === null ? [this] : [this, this.#around];
    for (const one of both) one.#undecided.push(fromMs);
    return (wasWaiting) => {
      for (const one of both) one.#undecided.splice(one.#undecided.indexOf(fromMs), 1);
      if (wasWaiting) this.#add({ fromMs, toMs: this.#monotonicMs() });
    };
  }

  #add(span: Span): void {
    this.#spans.push(span);
    if (this.#around !== null) this.#around.#add(span);
  }
}
