import { expect, test } from 'vitest';
import { accountOf, requirePrice, runBudget } from '../../src/app/run-budget.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import { modelCall, price } from '../fixtures/money.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const budget = (given: Partial<RunBudget>) => RunBudget.parse(given);
const setup = { agent: 'api-anthropic', agentVersion: '1', model: 'model-x', simulated: false };

test('the command line takes precedence over the suite', () => {
  const suite = budget({ maxTokens: 10, maxUsd: 1 });
  expect(runBudget({ maxUsd: 2, maxSeconds: 3 }, suite)).toEqual(
    budget({ maxTokens: 10, maxUsd: 2, maxSeconds: 3 }),
  );
});

const [first, ...others] = smallPlan().trials;
const inUsd =
  first === undefined ? others : [{ ...first, limits: { ...first.limits, maxUsd: 1 } }, ...others];

test.each([
  ['of a run', { setup, budget: budget({ maxUsd: 1 }) }, /"model-x" is not.*--prices/],
  ['of a trial', { setup, trials: inUsd }, /"model-x" is not.*--prices/],
  ['of a run with the scripted model', { budget: budget({ maxUsd: 1 }) }, /"scripted" is not\. A script/],
])('a budget in dollars %s requires a known price', (_, overrides, message) => {
  expect(() => requirePrice(smallPlan(overrides))).toThrow(message);
});

test.each([
  ['has a price', { setup, prices: [price()], trials: inUsd, budget: budget({ maxUsd: 1 }) }],
  ['has no budget in dollars', { setup, budget: budget({ maxTokens: 1 }) }],
])('a model that %s may be used', (_, overrides) => {
  expect(() => requirePrice(smallPlan(overrides))).not.toThrow();
});

test('failed attempts count towards the budget too', () => {
  const plan = smallPlan({ budget: budget({ maxRequests: 2 }) });
  const record = measured(plan, 'task:greet:baseline:1', { modelCalls: [modelCall()] });
  expect(accountOf(plan, [record]).reached()).toBeNull();
  const again = { ...record, unmeasured: { modelCalls: [modelCall()], seconds: 1 } };
  expect(accountOf(plan, [again]).reached()).toMatchObject({ what: 'requests' });
});
