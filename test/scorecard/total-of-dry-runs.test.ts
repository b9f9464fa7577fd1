import { expect, test } from 'vitest';
import { RunBudget } from '../../src/contracts/budget.ts';
import { DryRun } from '../../src/contracts/dry-run.ts';
import { totalOf } from '../../src/scorecard/total-of-dry-runs.ts';
import { smallPlan } from '../fixtures/plan.ts';

const { trials, suite, skill } = smallPlan();
const unlimited = RunBudget.parse({});

/** A run that is expected to need the same of everything. */
function planned(
  expected: number,
  { bound = 100, of = trials.length }: { bound?: number | null; of?: number } = {},
) {
  const estimate = { expected, least: 1, most: expected, trials: of, restsOn: 4, otherSetups: 0 };
  const measure = { estimate, bound };
  return DryRun.parse({
    format: 'assay/dry-run@1',
    suite: { id: suite.id, title: suite.title },
    skill: { name: skill.name, source: skill.source, digest: skill.digest },
    checks: { verdict: 'pass', wouldRun: true },
    setup: { agent: 'codex', agentVersion: '1', model: 'model-x', simulated: false },
    ...{ judge: null, replays: null, seed: '7', repeats: 1, concurrency: 2, budget: {}, price: null, trials },
    ...{ tokens: measure, requests: measure, usd: measure, agentSeconds: measure, elapsedSeconds: measure },
  });
}

test('a total is the sum over the runs', () => {
  const { tokens, usd } = totalOf([planned(5), planned(7, { bound: 20 })], unlimited);
  expect([tokens, usd]).toEqual([
    { expected: 12, bound: 120 },
    { expected: 12, bound: 120 },
  ]);
});

test('a total is unknown if a part is: no estimate, an estimate of some trials, or no limit', () => {
  const none = { ...planned(5), tokens: { estimate: null, bound: 100 } };
  expect(totalOf([none, planned(7)], unlimited).tokens).toEqual({ expected: null, bound: 200 });
  expect(totalOf([planned(5, { of: 1 }), planned(7)], unlimited).tokens.expected).toBeNull();
  expect(totalOf([planned(5), planned(7, { bound: null })], unlimited).tokens.bound).toBeNull();
});

test('the budget of all runs bounds a total, whatever each run could use by itself', () => {
  const budget = { ...unlimited, maxTokens: 150, maxUsd: 500 };
  const { tokens, usd, requests } = totalOf([planned(5), planned(7)], budget);
  expect([tokens.bound, usd.bound, requests.bound]).toEqual([150, 200, 200]);
});
