import { expect, test } from 'vitest';
import { earlierRuns } from '../../src/app/earlier-runs.ts';
import { AssayError } from '../../src/base/assay-error.ts';
import type { Evidence } from '../../src/contracts/evidence.ts';
import type { RunPlan } from '../../src/contracts/plan.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { planTrials } from '../../src/runner/plan-trials.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const live = { agent: 'api-anthropic', agentVersion: '1', model: 'model-x', simulated: false };
const planned = smallPlan({ runId: 'planned', setup: live });

/** Runs in the order in which they are listed, each trial of which was measured, that count what is read of them. */
function storeOf(plans: readonly RunPlan[], evidence: (plan: RunPlan) => Partial<Evidence> = () => ({})) {
  const read: string[] = [];
  return {
    read,
    runsOf: async () => plans.map(({ runId }) => runId),
    async loadRun(runId: string) {
      const plan = plans.find((one) => one.runId === runId);
      if (plan === undefined) throw new AssayError('STORE_UNUSABLE', 'damaged');
      read.push(`plan ${runId}`);
      return { runId, plan, status: 'finished' as const, recorded: 0, scorecard: null };
    },
    async loadRecords(plan: RunPlan): Promise<TrialRecord[]> {
      read.push(...plan.trials.map(({ id }) => `${plan.runId} ${id}`));
      return plan.trials.map(({ id }) => measured(plan, id, evidence(plan)));
    },
  };
}

function runs(count: number, overrides: Partial<RunPlan> = {}, name = 'run'): RunPlan[] {
  return Array.from({ length: count }, (_, index) =>
    smallPlan({ runId: `${name}-${index}`, setup: live, ...overrides }),
  );
}

test('only the five newest of a hundred runs are read', async () => {
  const store = storeOf(runs(100));
  const earlier = await earlierRuns(planned, store);
  expect(earlier.map(({ plan }) => plan.runId)).toEqual(['run-0', 'run-1', 'run-2', 'run-3', 'run-4']);
  expect(store.read).toHaveLength(5 + 5 * planned.trials.length);
});

test('only five of a hundred repeats of each trial are read', async () => {
  const limits = { maxSeconds: 60, maxRequests: 5, maxTokens: null, maxUsd: null };
  const trials = planTrials([{ kind: 'task', id: 'greet', limits }], 100, 'seed');
  const store = storeOf(runs(1, { trials }));
  const [only] = await earlierRuns({ ...planned, trials: trials.slice(0, 2) }, store);
  expect(only?.records).toHaveLength(10);
  expect(store.read).toHaveLength(1 + 10);
});

test('runs of the same agent and model are found among many others, of which only the plans are read', async () => {
  const other = { ...live, model: 'model-y' };
  const store = storeOf([...runs(60, { setup: other }, 'other'), ...runs(60)]);
  const earlier = await earlierRuns(planned, store);
  expect(earlier.filter(({ plan }) => plan.setup.model === 'model-x')).toHaveLength(5);
  expect(store.read.filter((what) => !what.startsWith('plan '))).toHaveLength(10 * planned.trials.length);
});

test('an older trial replaces one that cannot be the basis of an estimate', async () => {
  const budgetReached = { of: 'run' as const, what: 'usd' as const, max: 1 };
  const store = storeOf(runs(100), ({ runId }) => (runId === 'run-1' ? { budgetReached } : {}));
  const earlier = await earlierRuns(planned, store);
  expect(earlier.flatMap(({ records }) => records)).toHaveLength(5 * planned.trials.length);
  expect(earlier.at(-1)?.plan.runId).toBe('run-5');
});

test('a run that cannot be read is skipped', async () => {
  const store = storeOf(runs(2));
  const broken = { ...store, runsOf: async () => ['broken', 'run-1'] };
  expect((await earlierRuns(planned, broken)).map(({ plan }) => plan.runId)).toEqual(['run-1']);
});

test('an interruption stops the reading', async () => {
  const controller = new AbortController();
  const store = storeOf(runs(3, { setup: { ...live, model: 'model-y' } }));
  const interrupted = {
    ...store,
    loadRecords: (plan: RunPlan) => {
      controller.abort();
      return store.loadRecords(plan);
    },
  };
  await expect(earlierRuns(planned, interrupted, controller.signal)).rejects.toMatchObject({
    code: 'INTERRUPTED',
  });
  expect(store.read.filter((what) => what.startsWith('plan '))).toEqual(['plan run-0']);
});
