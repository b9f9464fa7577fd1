import { expect, test } from 'vitest';
import { priceOf } from '../../../src/scoring/prices/price-of.ts';
import { price } from '../../fixtures/money.ts';

const small = price({ model: 'model-x-mini', input: 1 });
const large = price({ model: 'model-x', aliases: ['model-x-latest'] });
const prices = [large, small];

test.each([
  ['model-x', large],
  ['model-x-latest', large],
  ['model-x-20250929', large],
  ['model-x-2025-09-29', large],
  ['model-x-mini', small],
  ['model-x-mini-2025-09-29', small],
])('%s has the price of its entry', (model, expected) => {
  expect(priceOf(model, prices)).toBe(expected);
});

test.each([
  'model',
  'model-x-pro',
  'model-x-mini-pro',
  'model-x-2025',
  'model-x-20250929-pro',
  'a/model-x',
  '',
])('"%s" is not in the list, and no price is guessed', (model) => {
  expect(priceOf(model, prices)).toBeNull();
});

test('the first of several matching entries wins', () => {
  const mine = price({ input: 99 });
  expect(priceOf('model-x-20250929', [mine, ...prices])).toBe(mine);
});
