import { expect, test } from 'vitest';
import { exhausted } from '../../src/gateway/budget.ts';

const nothing = { tokens: 0, requests: 0, seconds: 0 };

test.each([
  [{ maxTokens: 10 }, { ...nothing, tokens: 10 }, /budget of 10 tokens/],
  [{ maxTokens: null, maxRequests: 3 }, { ...nothing, requests: 3 }, /budget of 3 requests/],
  [{ maxTokens: null, maxSeconds: 5 }, { ...nothing, seconds: 5.1 }, /budget of 5 seconds/],
  [{ maxTokens: 10, maxRequests: 3 }, { ...nothing, tokens: null, requests: 3 }, /requests/],
])('the budget %j is used up by %j', (budget, used, message) => {
  expect(exhausted(budget, used)).toMatch(message);
});

test.each([
  [
    { maxTokens: 10, maxRequests: 3, maxSeconds: 5 },
    { tokens: 9, requests: 2, seconds: 4.9 },
  ],
  [{ maxTokens: 10 }, { ...nothing, tokens: null }],
  [
    { maxTokens: null, maxRequests: null, maxSeconds: null },
    { tokens: 1e9, requests: 1e9, seconds: 1e9 },
  ],
])('the budget %j has room for more than %j', (budget, used) => {
  expect(exhausted(budget, used)).toBeNull();
});
