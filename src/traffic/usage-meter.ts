import { isAnswered, type ModelCall, type TokenUsage } from '../contracts/model-call.ts';

const NOTHING: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

/** Sums the usage that answers report. One answer without a report makes the sum unknown, not smaller. */
export class UsageMeter {
  readonly calls: ModelCall[] = [];

  add(call: ModelCall): void {
    this.calls.push(call);
  }

  /** The number of requests that were answered. */
  get answers(): number {
    return this.calls.filter(isAnswered).length;
  }

  get usage(): TokenUsage {
    return this.calls.reduce((sum, { usage }) => (usage === null ? sum : add(sum, usage)), NOTHING);
  }
}

function add(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: plus(a.inputTokens, b.inputTokens),
    outputTokens: plus(a.outputTokens, b.outputTokens),
    cacheReadTokens: plus(a.cacheReadTokens, b.cacheReadTokens),
    cacheWriteTokens: plus(a.cacheWriteTokens, b.cacheWriteTokens),
    reasoningTokens: plus(a.reasoningTokens, b.reasoningTokens),
  };
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
