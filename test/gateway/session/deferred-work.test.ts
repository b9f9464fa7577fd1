import { expect, test } from 'vitest';
import { DeferredWork } from '../../../src/gateway/session/deferred-work.ts';

/** What was done until now, in its order. */
function noting() {
  const work = new DeferredWork();
  const done: string[] = [];
  return { work, done, note: (name: string) => () => void done.push(name) };
}

test('deferred work is done in order, or at once when its result is needed', async () => {
  const { work, done, note } = noting();
  work.soon(note('a'));
  work.soon(note('b'));
  expect(done).toEqual([]);
  work.catchUp();
  expect(done).toEqual(['a', 'b']);
  work.soon(note('c'));
  await expect.poll(() => done).toEqual(['a', 'b', 'c']);
});

test('catching up includes work that is added meanwhile', () => {
  const { work, done, note } = noting();
  work.soon(() => work.soon(note('a')));
  work.catchUp();
  expect(done).toEqual(['a']);
});

test('work that fails does not stop the rest, and finish throws its error', () => {
  const { work, done, note } = noting();
  const fail = () => {
    throw new Error('cannot be read');
  };
  work.soon(fail);
  work.soon(note('a'));
  work.catchUp();
  work.soon(note('b'));
  expect(() => work.finish()).toThrow('cannot be read');
  expect(done).toEqual(['a', 'b']);
});
