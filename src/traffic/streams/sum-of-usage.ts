import type { Usage } from '../../contracts/transcript.ts';

/** The sum is unknown if any part is. */
export function sumOfUsage(usages: readonly (Usage | null)[]): Usage | null {
  let [inputTokens, outputTokens] = [0, 0];
  for (const usage of usages) {
    if (usage === null || usage.inputTokens === null || usage.outputTokens === null) return null;
    inputTokens += usage.inputTokens;
    outputTokens += usage.outputTokens;
  }
  return { inputTokens, outputTokens };
}
