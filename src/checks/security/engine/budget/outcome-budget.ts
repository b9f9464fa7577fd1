import type { Severity } from '../../../../contracts/finding.ts';
import type { Signal } from '../signal.ts';

/** The severity that a signal has once its context is considered. */
export type OutcomeOf = (signal: Signal) => Severity;

/**
 * Lets the first signals of each outcome through: repetition does not make a text worse, and no number of examples
 * that are harmless in their context takes the place of one that is not.
 */
export function outcomeBudget(limit: number, outcomeOf: OutcomeOf): (signal: Signal) => boolean {
  const counts = new Map<string, number>();
  return (signal) => {
    const kind = `${signal.rule} ${signal.severity} ${signal.polarity} ${outcomeOf(signal)}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= limit;
  };
}
