import { z } from 'zod';

const bound = z.number().positive().nullable().default(null);

/** The most that all trials of a run, or of all runs of a matrix, may use together; `null` means unlimited. */
export const RunBudget = z.strictObject({
  maxTokens: bound.describe('Input and output tokens together.'),
  maxRequests: bound.describe('Answers of the model, and requests that are waiting for one.'),
  maxSeconds: bound.describe("The agents' own time, summed over the trials."),
  maxUsd: bound.describe('US dollars. The price of the model must be known.'),
});
export type RunBudget = z.infer<typeof RunBudget>;

/** A budget that was used up: that of a trial, of the run or of all runs of a matrix, and in which unit. */
export const ReachedBudget = z.strictObject({
  of: z.enum(['trial', 'run', 'matrix']),
  what: z.enum(['tokens', 'requests', 'seconds', 'usd']),
  max: z.number().nonnegative(),
});
export type ReachedBudget = z.infer<typeof ReachedBudget>;

/** Formats a budget, as in "the run's budget of $0.05". */
export function describeBudget({ of, what, max }: ReachedBudget): string {
  const amount = what === 'usd' ? `$${max}` : `${max} ${what}`;
  return of === 'matrix'
    ? `the budget of ${amount} for all runs together`
    : `the ${of}'s budget of ${amount}`;
}
