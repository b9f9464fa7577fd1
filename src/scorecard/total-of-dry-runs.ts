import type { RunBudget } from '../contracts/budget.ts';
import type { DryRun, MatrixDryRun } from '../contracts/dry-run.ts';

type Total = MatrixDryRun['total'];

/** What several runs come to, one after the other, within the budget of all. The sum is unknown if any part is. */
export function totalOf(runs: readonly DryRun[], budget: RunBudget): Total {
  return {
    tokens: sumOf(runs, 'tokens', budget.maxTokens),
    requests: sumOf(runs, 'requests', budget.maxRequests),
    usd: sumOf(runs, 'usd', budget.maxUsd),
    agentSeconds: sumOf(runs, 'agentSeconds', budget.maxSeconds),
    elapsedSeconds: sumOf(runs, 'elapsedSeconds', null),
  };
}

function sumOf(runs: readonly DryRun[], name: keyof Total, max: number | null): Total[keyof Total] {
  const bound = sum(runs.map((run) => run[name].bound));
  return {
    expected: sum(runs.map((run) => (isWhole(run, name) ? (run[name].estimate?.expected ?? null) : null))),
    bound: bound === null || max === null ? (bound ?? max) : Math.min(bound, max),
  };
}

/** An estimate may cover some of the trials only. */
function isWhole(run: DryRun, name: keyof Total): boolean {
  return run[name].estimate?.trials === run.trials.length;
}

function sum(parts: readonly (number | null)[]): number | null {
  return parts.reduce((all, part) => (all === null || part === null ? null : all + part), 0);
}
