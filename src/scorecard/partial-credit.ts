import { mean } from '../base/mean.ts';
import type { Verdict } from '../contracts/grade.ts';

/**
 * The share of its graders that a trial has satisfied, each of which counts alike; nothing where none of them decides by
 * parts. It is read by people and by nothing else.
 */
export function partialCreditOf(verdicts: readonly Verdict[]): { partialCredit?: number } {
  if (verdicts.every(({ partialCredit }) => partialCredit === undefined)) return {};
  const partialCredit = mean(verdicts.map((one) => one.partialCredit ?? Number(one.passed)));
  return partialCredit === null ? {} : { partialCredit };
}
