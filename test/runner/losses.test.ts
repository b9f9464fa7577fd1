import { expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import { Losses } from '../../src/runner/losses.ts';

const failing = (error: unknown) => () => Promise.reject(error);

function lossesWhile(isSound: boolean): Losses {
  return new Losses({ isSound: async () => isSound });
}

test.each([
  ['a sandbox that was taken down', new AssayError('SANDBOX_FAILED', 'it is gone')],
  ['a mistake of the harness over what it left', new TypeError('it is gone')],
])('%s is a loss while the engine is sound', async (_, error) => {
  const losses = lossesWhile(true);
  expect(await losses.salvage('files', failing(error), null)).toBeNull();
  expect(losses.all).toEqual([{ part: 'files', detail: 'it is gone' }]);
});

test('nothing is a loss while the engine itself fails', async () => {
  const losses = lossesWhile(false);
  const error = new AssayError('SANDBOX_FAILED', 'it is gone');
  await expect(losses.salvage('files', failing(error), null)).rejects.toBe(error);
  expect(losses.all).toEqual([]);
});

test.each(['ENGINE_UNREACHABLE', 'INTERRUPTED', 'UPSTREAM_FAILED', 'GRADER_FAILED'] as const)(
  'a cause that no workload can bring about is never a loss: %s',
  async (code) => {
    const error = new AssayError(code, 'it failed');
    await expect(lossesWhile(true).salvage('files', failing(error), null)).rejects.toBe(error);
  },
);

const GONE = new AssayError('SANDBOX_FAILED', 'it is gone');
const removed = { causeOfDeath: failing(new AssayError('SANDBOX_REMOVED', 'it was removed')) };

test('a sandbox that was removed during a request is a fault, but not one that was removed later', async () => {
  const losses = lossesWhile(true);
  {
    using _asked = losses.whileAsking(removed);
    await expect(losses.salvage('files', failing(GONE), null)).rejects.toThrow('it was removed');
  }
  expect(await losses.salvage('grading', failing(GONE), null)).toBeNull();
  expect(losses.all).toEqual([{ part: 'grading', detail: 'it is gone' }]);
});

test('a part is empty if neither all of it nor what had arrived can be read', async () => {
  const losses = lossesWhile(true);
  const asked = { all: failing(GONE), arrived: failing(new TypeError('it has no length')), nothing: [] };
  expect(await losses.salvageArrived('network', asked)).toEqual([]);
  expect(losses.all.map(({ detail }) => detail)).toEqual(['it is gone', 'it has no length']);
});
