import { expect, test } from 'vitest';
import { Prefetcher } from '../../src/runner/prefetcher.ts';
import { smallPlan } from '../fixtures/plan.ts';

test('everything that was started is released once, at the end of its trial or of the run', async () => {
  const [first, second, third] = smallPlan().trials;
  if (first === undefined || second === undefined || third === undefined) throw new Error('too small a plan');
  const told: string[] = [];
  {
    await using ahead = new Prefetcher(({ id }) => {
      told.push(`begin ${id}`);
      return { [Symbol.asyncDispose]: async () => void told.push(`end ${id}`) };
    });
    ahead.start(first);
    ahead.start(second);
    ahead.start(undefined);
    await ahead.end(first);
    await ahead.end(third);
    expect(told).toEqual([`begin ${first.id}`, `begin ${second.id}`, `end ${first.id}`]);
  }
  expect(told.slice(3)).toEqual([`end ${second.id}`]);
});
