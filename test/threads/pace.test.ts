import { expect, test } from 'vitest';
import { Pace } from '../../src/threads/pace.ts';

test('others get a turn once a portion of the work is done, and again after the next one', async () => {
  const pace = new Pace(10);
  const turns = [4, 5, 1, 9, 1, 25].map((units) => pace.spend(units));
  expect(turns.map((turn) => turn !== null)).toEqual([false, false, true, false, true, true]);
  await Promise.all(turns);
});
