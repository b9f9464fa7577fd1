import { nameSetup } from '../report/facts/agent-facts.ts';
import type { RunSummary } from '../store/run-store.ts';
import type { RunProgress } from './track-progress.ts';

/**
 * Adds to the progress of each run of a matrix how far all of them have got. The returned function is called as a run begins,
 * and returns what its progress is told to.
 */
export function trackMatrix(
  runs: readonly Pick<RunSummary, 'plan' | 'recorded'>[],
  tell: (progress: RunProgress) => void,
): (runId: string) => (progress: RunProgress) => void {
  const recorded = new Map(runs.map((run) => [run.plan.runId, run.recorded]));
  const planned = runs.reduce((sum, { plan }) => sum + plan.trials.length, 0);
  return (runId) => {
    const index = runs.findIndex(({ plan }) => plan.runId === runId);
    const plan = runs[index]?.plan;
    const name = plan === undefined ? runId : nameSetup(plan.setup);
    const told = (progress: RunProgress) => {
      recorded.set(runId, progress.done);
      const done = [...recorded.values()].reduce((sum, count) => sum + count, 0);
      tell({ ...progress, matrix: { run: index + 1, of: runs.length, name, done, planned } });
    };
    told({ ...NOTHING_YET, planned: plan?.trials.length ?? 0, done: recorded.get(runId) ?? 0 });
    return told;
  };
}

const NOTHING_YET = {
  running: [],
  doing: new Map<never, string>(),
  ...{ ahead: 0, behind: 0, ungraded: 0 },
  ...{ secondsLeft: null, ended: null },
};
