import type { Usage } from '../contracts/transcript.ts';

/** Sums what the answers say they cost. One answer that does not say makes the sum unknown, not smaller. */
export class UsageMeter {
  #inputTokens: number | null = 0;
  #outputTokens: number | null = 0;
  requests = 0;

  add(usage: Usage): void {
    this.requests += 1;
    this.#inputTokens = sum(this.#inputTokens, usage.inputTokens);
    this.#outputTokens = sum(this.#outputTokens, usage.outputTokens);
  }

  get usage(): Usage {
    return { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
  }

  /** Unknown use cannot be held to a budget; the turn limit still bounds it. */
  hasReached(maxTokens: number | null): boolean {
    const total = sum(this.#inputTokens, this.#outputTokens);
    return maxTokens !== null && total !== null && total >= maxTokens;
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
