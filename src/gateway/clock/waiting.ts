import { type Span, unionOfSpans } from './union-of-spans.ts';

/** A stopwatch for how long one request waited in all; overlapping waits count once. */
export class Waiting {
  readonly #monotonicMs: () => number;
  readonly #spans: Span[] = [];
  /** The start of each span that is still undecided. */
  readonly #undecided: number[] = [];
  readonly #changed: () => void;
  #underWay = 0;

  /** `changed` is called whenever a span begins or ends. */
  constructor(monotonicMs: () => number, changed: () => void = () => undefined) {
    this.#monotonicMs = monotonicMs;
    this.#changed = changed;
  }

  /** Whether the request waits now, or may turn out to have waited. */
  get mayWait(): boolean {
    return this.#underWay > 0;
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
    this.#begin();
    try {
      return await work();
    } finally {
      span.toMs = this.#monotonicMs();
      this.#end();
    }
  }

  /**
   * Opens a span. Only its end shows whether it was waiting, so the caller passes that
   * to the returned function.
   */
  undecided(): (wasWaiting: boolean) => void {
    const fromMs = this.#monotonicMs();
    this.#undecided.push(fromMs);
    this.#begin();
    return (wasWaiting) => {
      this.#undecided.splice(this.#undecided.indexOf(fromMs), 1);
      if (wasWaiting) this.#spans.push({ fromMs, toMs: this.#monotonicMs() });
      this.#end();
    };
  }

  #begin(): void {
    this.#underWay += 1;
    this.#changed();
  }

  #end(): void {
    this.#underWay -= 1;
    this.#changed();
  }
}
