import { expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../../src/contracts/model-call.ts';
import { chargeOfCall, costOfCall, costOfCalls } from '../../../src/scoring/prices/cost-of-calls.ts';
import { modelCall, price } from '../../fixtures/money.ts';

const prices = [price()];

test.each([
  ['input and output', {}, 0.003],
  ['cache reads as part of the input', { cacheReadTokens: 400 }, 0.0024],
  ['cache writes as part of the input', { cacheWriteTokens: 400 }, 0.0034],
  ['reasoning as part of the output', { reasoningTokens: 90 }, 0.003],
  ['no cache if the answer mentions none', { cacheReadTokens: null, cacheWriteTokens: null }, 0.003],
  ['nothing if nothing was used', { inputTokens: 0, outputTokens: 0 }, 0],
])('a call costs %s', (_, usage, expected) => {
  expect(costOfCall(modelCall({}, usage), prices)).toBeCloseTo(expected, 12);
});

test.each([
  ['the input', modelCall({}, { inputTokens: null }), prices],
  ['the output', modelCall({}, { outputTokens: null }), prices],
  ['any of the usage', modelCall({ usage: UNKNOWN_USAGE }), prices],
  ['the price of the model', modelCall({ model: 'model-y' }), prices],
  ['the price of the cache', modelCall({}, { cacheReadTokens: 1 }), [price({ cacheRead: null })]],
  [
    'the price of a request of that length',
    modelCall({}, { inputTokens: 1001 }),
    [price({ upToInputTokens: 1000 })],
  ],
])('the cost of a call is unknown without %s', (_, call, known) => {
  expect(costOfCall(call, known)).toBeNull();
});

test('an error instead of an answer costs nothing', () => {
  expect(costOfCall(modelCall({ status: 529, usage: null }), prices)).toBe(0);
});

test('the cost of calls is their sum, and unknown if any part is unknown', () => {
  const known = [modelCall(), modelCall({ usage: null }), modelCall()];
  expect(costOfCalls(known, prices)).toBeCloseTo(0.006, 12);
  expect(costOfCalls([...known, modelCall({ model: 'model-y' })], prices)).toBeNull();
  expect(costOfCalls([modelCall({ model: 'model-y' }), ...known], prices)).toBeNull();
  expect(costOfCalls([], prices)).toBe(0);
});

test.each([
  ['its cost', modelCall(), prices, { usd: 0.003, isWhole: true }],
  ['its known input', modelCall({}, { outputTokens: null }), prices, { usd: 0.002, isWhole: false }],
  ['nothing of what nobody knows', modelCall({ usage: UNKNOWN_USAGE }), prices, { usd: 0, isWhole: false }],
  ['nothing if it was an error', modelCall({ usage: null }), prices, { usd: 0, isWhole: true }],
  ['nothing without a price', modelCall({ model: 'model-y' }), prices, { usd: 0, isWhole: false }],
  [
    'as much as a shorter one if it is too long for its price',
    modelCall({}, { inputTokens: 2000 }),
    [price({ upToInputTokens: 1000 })],
    { usd: 0.005, isWhole: false },
  ],
  [
    'input without a cache if the price of the cache is not known',
    modelCall({}, { cacheReadTokens: 400, cacheWriteTokens: 400 }),
    [price({ cacheRead: null, cacheWrite: null })],
    { usd: 0.003, isWhole: true },
  ],
])('in a budget, a call counts as %s', (_, call, known, { usd, isWhole }) => {
  expect(chargeOfCall(call, known)).toEqual({ usd: expect.closeTo(usd, 12), isWhole });
});
