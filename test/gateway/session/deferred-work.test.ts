import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DeferredWork } from '../../../src/gateway/session/deferred-work.ts';

/** What was done until now, in its order. */
function noting() {
  const work = new DeferredWork();
  const done: string[] = [];
  return { work, done, note: (name: string) => () => void done.push(name) };
}

test('what is to be done soon is done in its order, and at once where its outcome matters', async () => {
  const { work, done, note } = noting();
  work.soon(note('a'));
  work.soon(note('b'));
  expect(done).toEqual([]);
  work.catchUp();
  expect(done).toEqual(['a', 'b']);
  work.soon(note('c'));
  await nextTurn();
  expect(done).toEqual(['a', 'b', 'c']);
});

test('work that adds more work is done only when all of it is', () => {
  const { work, done, note } = noting();
  work.soon(() => work.soon(note('a')));
  work.catchUp();
  expect(done).toEqual(['a']);
});

test('work that fails stops nothing else, and finishing reports the failure', async () => {
  const { work, done, note } = noting();
  const fail = () => {
    throw new Error('cannot be read');
  };
  work.soon(fail);
  work.soon(note('a'));
  work.catchUp();
  await nextTurn();
  work.soon(note('b'));
  expect(() => work.finish()).toThrow('cannot be read');
  expect(done).toEqual(['a', 'b']);
});
