import type { DryRun, MatrixDryRun } from '../contracts/dry-run.ts';

type Total = MatrixDryRun['total'];

/** What several runs come to, one after the other. The sum is unknown if any part is. */
export function totalOf(runs: readonly DryRun[]): Total {
  return {
    tokens: sumOf(runs, 'tokens'),
    requests: sumOf(runs, 'requests'),
    usd: sumOf(runs, 'usd'),
    agentSeconds: sumOf(runs, 'agentSeconds'),
    elapsedSeconds: sumOf(runs, 'elapsedSeconds'),
  };
}

function sumOf(runs: readonly DryRun[], name: keyof Total): Total[keyof Total] {
  return {
    expected: sum(runs.map((run) => (isWhole(run, name) ? (run[name].estimate?.expected ?? null) : null))),
    bound: sum(runs.map((run) => run[name].bound)),
  };
}

/** An estimate may cover some of the trials only. */
function isWhole(run: DryRun, name: keyof Total): boolean {
  return run[name].estimate?.trials === run.trials.length;
}

function sum(parts: readonly (number | null)[]): number | null {
  return parts.reduce((all, part) => (all === null || part === null ? null : all + part), 0);
}
