import { type Span, unionOfSpans } from './union-of-spans.ts';

/** How long something waited in all; what overlaps counts once. */
export class Waiting {
  readonly #monotonicMs: () => number;
  readonly #around: Waiting | null;
  readonly #spans: Span[] = [];

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

  /** For what shows itself to have been waiting once it is over: call what this gives then. */
  since(): () => void {
    const fromMs = this.#monotonicMs();
    return () => this.#add({ fromMs, toMs: this.#monotonicMs() });
  }

  #add(span: Span): void {
    this.#spans.push(span);
    if (this.#around !== null) this.#around.#add(span);
  }
}
