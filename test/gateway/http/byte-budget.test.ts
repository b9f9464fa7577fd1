import { expect, test } from 'vitest';
import { ByteBudget } from '../../../src/gateway/http/byte-budget.ts';

test('no more than the budget can be taken at once, and released bytes are freed exactly once', () => {
  const bytes = new ByteBudget(10);
  const [one, other] = [bytes.open(), bytes.open()];
  expect([one.take(4), one.take(4), other.take(4), other.take(2), other.take(1)]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  expect([other.take(8), other.take(1)]).toEqual([true, false]);
});
