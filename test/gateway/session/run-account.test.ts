import { expect, test } from 'vitest';
import { RunBudget } from '../../../src/contracts/budget.ts';
import type { Spending } from '../../../src/contracts/model-call.ts';
import { RunAccount } from '../../../src/gateway/session/run-account.ts';
import { usedBy } from '../../../src/scoring/budget.ts';
import { modelCall, price } from '../../fixtures/money.ts';

const prices = [price()];

function account(budget: Partial<RunBudget>, before: Spending[] = []) {
  return new RunAccount({ budget: RunBudget.parse(budget), prices }, before);
}

/** A session that has used what is said. */
function session(calls: number, seconds = 0) {
  const spending = { modelCalls: Array.from({ length: calls }, () => modelCall()), seconds };
  return { used: () => usedBy(spending, prices), spent: () => spending };
}

test.each([
  ['tokens', { maxTokens: 2200 }, 2200],
  ['requests', { maxRequests: 2 }, 2],
  ['seconds', { maxSeconds: 14 }, 14],
  ['usd', { maxUsd: 0.006 }, 0.006],
] as const)('running trials share the budget of %s', (what, budget, max) => {
  const run = account(budget);
  run.open().follow(session(1, 7));
  expect(run.reached()).toBeNull();
  run.open().follow(session(1, 7));
  expect(run.reached()).toEqual({ of: 'run', what, max });
});

test('the record of a trial replaces the estimate of its use', () => {
  const run = account({ maxSeconds: 10 });
  const trial = run.open();
  trial.follow(session(1, 12));
  expect(run.reached()).not.toBeNull();
  run.settle(trial, session(1, 9).spent());
  expect(run.reached()).toBeNull();
});

test('use from before a run was resumed counts', () => {
  const before = [session(1).spent(), session(1).spent()];
  expect(account({ maxRequests: 3 }, before).reached()).toBeNull();
  expect(account({ maxRequests: 2 }, before).reached()).toMatchObject({ what: 'requests' });
});

test('a trial without requests has used nothing, and a run without limits never runs out', () => {
  const trial = account({}).open();
  expect(trial.spent()).toEqual({ modelCalls: [], seconds: 0 });
  expect(account({}, [session(1000, 1e6).spent()]).reached()).toBeNull();
});
