import { expect, test } from 'vitest';
import { describeBudget } from '../../src/contracts/budget.ts';
import { NOTHING_USED, reachedBudget, usedBy } from '../../src/scoring/budget.ts';
import { modelCall, price } from '../fixtures/money.ts';

const nothing = NOTHING_USED;

test.each([
  [{ maxTokens: 10 }, { ...nothing, tokens: 10 }, "the trial's budget of 10 tokens"],
  [{ maxTokens: null, maxRequests: 3 }, { ...nothing, requests: 3 }, "the trial's budget of 3 requests"],
  [{ maxTokens: null, maxSeconds: 5 }, { ...nothing, seconds: 5.1 }, "the trial's budget of 5 seconds"],
  [{ maxTokens: null, maxUsd: 0.05 }, { ...nothing, usd: 0.06 }, "the trial's budget of $0.05"],
])('the budget %j is used up by %j', (budget, used, message) => {
  const reached = reachedBudget('trial', budget, used);
  expect(reached === null ? null : describeBudget(reached)).toBe(message);
});

test.each([
  [
    { maxTokens: 10, maxRequests: 3, maxSeconds: 5, maxUsd: 1 },
    { tokens: 9, requests: 2, seconds: 4.9, usd: 0.99 },
  ],
  [
    { maxTokens: null, maxRequests: null, maxSeconds: null, maxUsd: null },
    { tokens: 1e9, requests: 1e9, seconds: 1e9, usd: 1e9 },
  ],
])('the budget %j is not used up by %j', (budget, used) => {
  expect(reachedBudget('run', budget, used)).toBeNull();
});

test('missing usage adds nothing to the known use, which counts, and an error is not an answer', () => {
  const modelCalls = [
    modelCall(),
    modelCall({ usage: null, status: 529 }),
    modelCall({}, { outputTokens: null }),
    modelCall({ model: 'model-y' }),
  ];
  expect(usedBy({ modelCalls, seconds: 7 }, [price()])).toEqual({
    tokens: 2200,
    requests: 3,
    seconds: 7,
    usd: expect.closeTo(0.005, 12),
  });
});

test('fractions of a cent add up to the budget exactly', () => {
  const modelCalls = Array.from({ length: 5 }, () => modelCall({}, { cacheReadTokens: 400 }));
  const { usd } = usedBy({ modelCalls, seconds: 0 }, [price()]);
  expect(reachedBudget('run', { maxTokens: null, maxUsd: 0.012 }, { ...nothing, usd })).not.toBeNull();
});
