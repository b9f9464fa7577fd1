import type { ArmResult } from '../../../src/contracts/scorecard.ts';

type Change = Partial<ArmResult> & { tokens?: number | null };

/** A passed arm of 1,000 tokens and 10 seconds, with what the test says otherwise. */
export function armResult({ tokens = 1000, ...change }: Change = {}): ArmResult {
  return {
    trial: 'task:sort:baseline:1',
    passed: true,
    reason: null,
    usage: { inputTokens: tokens, outputTokens: 0 },
    seconds: 10,
    requests: 3,
    costUsd: null,
    verdicts: [],
    ...change,
  };
}
