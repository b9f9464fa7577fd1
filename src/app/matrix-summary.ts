import { AssayError, messageOf } from '../base/assay-error.ts';
import { describeBudget, type ReachedBudget } from '../contracts/budget.ts';
import type { MatrixRun, MatrixSummary } from '../contracts/matrix.ts';
import type { MatrixPlan } from '../contracts/matrix-plan.ts';
import type { RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { resumeHint } from './run-budget.ts';

/** A run of a matrix, and what came of it. An unpaid one found nothing left of the budget of all runs. */
export type EndedRun = { plan: RunPlan } & (
  | { end: 'scored'; scorecard: Scorecard }
  | { end: 'failed'; error: unknown }
  | { end: 'unpaid'; reached: ReachedBudget }
  | { end: 'left' }
);

type Ended = {
  matrix: MatrixPlan;
  ended: readonly EndedRun[];
  budgetReached: ReachedBudget | null;
};

export function summaryOf({ matrix, ended, budgetReached }: Ended): MatrixSummary {
  const { matrixId, budget } = matrix;
  const [first] = ended;
  if (first === undefined) throw new AssayError('INTERNAL', `${matrixId} has no runs.`);
  const { suite, skill, seed, repeats, leftOut, cassettes } = first.plan;
  const { name, description, source, digest } = skill;
  return {
    format: 'assay/matrix@1',
    matrixId,
    suite: { id: suite.id, title: suite.title },
    skill: { name, description, source, digest },
    replayed: cassettes?.mode === 'replay',
    ...{ seed, repeats, leftOut, budget, budgetReached },
    runs: ended.map(runOf),
  };
}

function runOf(one: EndedRun): MatrixRun {
  const { runId, setup } = one.plan;
  if (one.end !== 'scored') return { runId, setup, problem: problemOf(one), result: null };
  const { trials, scores, probeSet, standing, budgetReached, comparison, cost, rootDigest } = one.scorecard;
  const { utility, security, status } = scores;
  const { meanTokens, meanSeconds } = comparison;
  return {
    ...{ runId, setup, problem: null },
    result: {
      ...{ trials, scores: { utility, security, status }, standing, budgetReached },
      ...(probeSet === undefined ? {} : { probeSet }),
      ...{ meanTokens, meanSeconds, cost, rootDigest },
      page: `${runId}/scorecard.html`,
    },
  };
}

function problemOf(one: Exclude<EndedRun, { end: 'scored' }>): string {
  if (one.end === 'unpaid') return `Nothing of it was run: ${describeBudget(one.reached)} is used up.`;
  const why = one.end === 'failed' ? messageOf(one.error) : 'It was interrupted.';
  return `${why} ${resumeHint(one.plan)}`;
}
