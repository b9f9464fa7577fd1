import { expect, test } from 'vitest';
import { RunBudget } from '../../src/contracts/budget.ts';
import { Limits } from '../../src/contracts/limits.ts';
import { planBounds } from '../../src/scorecard/plan-bounds.ts';
import { price } from '../fixtures/money.ts';
import { smallPlan } from '../fixtures/plan.ts';

const setup = { agent: 'api-anthropic', agentVersion: '1', model: 'model-x', simulated: false };

function boundsOf(limits: Partial<Limits>, budget: Partial<RunBudget>, prices = [price()]) {
  const trials = smallPlan().trials.map((trial) => ({ ...trial, limits: Limits.parse(limits) }));
  return planBounds(smallPlan({ setup, prices, trials, budget: RunBudget.parse(budget) }));
}

test('the limits of the trials add up', () => {
  const limits = { maxSeconds: 10, maxRequests: 3, maxTokens: 1000, maxUsd: 0.001 };
  expect(boundsOf(limits, {})).toEqual({ tokens: 4000, requests: 12, seconds: 40, usd: 0.004 });
});

test('an agent that asks things beside its work may ask more than its limit', () => {
  const trials = smallPlan().trials.map((trial) => ({ ...trial, limits: Limits.parse({ maxRequests: 3 }) }));
  expect(planBounds(smallPlan({ setup, trials }), (limit) => 2 * limit).requests).toBe(24);
});

test('a smaller run budget caps the sum', () => {
  const limits = { maxSeconds: 10, maxRequests: 3, maxTokens: 1000, maxUsd: 1 };
  const budget = { maxTokens: 100, maxRequests: 2, maxSeconds: 3, maxUsd: 0.0005 };
  expect(boundsOf(limits, budget)).toEqual({ tokens: 100, requests: 2, seconds: 3, usd: 0.0005 });
});

test('a limit in tokens becomes one in dollars at the price of the most expensive token', () => {
  expect(boundsOf({}, { maxTokens: 1_000_000 }).usd).toBe(10);
});

test.each([
  ['has no known price', []],
  ['may charge more for a long request', [price({ upToInputTokens: 1000 })]],
])('a limit in tokens has no bound in dollars for a model that %s', (_, prices) => {
  expect(boundsOf({}, { maxTokens: 1_000_000 }, prices).usd).toBeNull();
});
