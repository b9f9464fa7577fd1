import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DeferredWork } from '../../src/gateway/deferred-work.ts';

/** What was done until now, in its order, with slices of one piece. */
function noting() {
  const work = new DeferredWork(0);
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

test('of many pieces one is done soon, the others each in a turn of its own', async () => {
  const { work, done, note } = noting();
  work.inTurn(['a', 'b', 'c'].map(note));
  work.catchUp();
  expect(done).toEqual(['a']);
  await nextTurn();
  expect(done.length).toBeLessThan(3);
  work.finish();
  expect(done).toEqual(['a', 'b', 'c']);
});

test('what comes later waits for the pieces before it', () => {
  const { work, done, note } = noting();
  work.inTurn(['request 1', 'request 2'].map(note));
  work.soon(() => work.inTurn([note('answer')]));
  work.catchUp();
  expect(done).toEqual(['request 1']);
  work.finish();
  expect(done).toEqual(['request 1', 'request 2', 'answer']);
});

test('work that makes more work is not done before all of it is', () => {
  const { work, done, note } = noting();
  work.soon(() => work.soon(note('a')));
  work.catchUp();
  expect(done).toEqual(['a']);
});

test('work that fails stops nothing else, and is told to whoever wants all of it done', async () => {
  const { work, done, note } = noting();
  const fail = () => {
    throw new Error('cannot be read');
  };
  work.soon(fail);
  work.inTurn([fail, note('a')]);
  work.catchUp();
  await nextTurn();
  work.soon(note('b'));
  expect(() => work.finish()).toThrow('cannot be read');
  expect(done).toEqual(['a', 'b']);
});
