import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CanarySearcher, type Output } from '../../src/probes/canary/canary-searcher.ts';
import { searchInThread } from '../../src/runner/search-in-thread.ts';

const VALUE = 'ak-9f86d081884c7d659a2feaa0c55ad015';
const CANARIES = [{ name: 'key', value: VALUE }];

/** Beginnings of gzip streams, each of which takes a look: a search of minutes. */
const HEAVY = Buffer.alloc(16 * 1024 ** 2, Buffer.from('1f8b0800000000000003', 'hex'));

function file(bytes: Uint8Array) {
  return { place: 'a file', path: '/workspace/a', bytes, form: 'bytes' as const };
}

test('a long search does not block its caller, who can abort it', async () => {
  const asked = new AbortController();
  const search = searchInThread({ canaries: CANARIES, outputs: [file(HEAVY)] }, asked.signal);
  const first = await Promise.race([search, pause(200, 'the caller')]);
  expect(first).toBe('the caller');
  asked.abort(new Error('enough'));
  await expect(search).rejects.toThrow('enough');
});

test('the searched content remains available to the caller', async () => {
  const content = Buffer.from(`key=${VALUE}`);
  const { traces } = await searchInThread(
    { canaries: CANARIES, outputs: [file(content)] },
    new AbortController().signal,
  );
  expect(traces).toHaveLength(1);
  expect(content.toString()).toBe(`key=${VALUE}`);
});

test('an error in the thread is an error of the search', async () => {
  const canary: { name: string; value: string } = JSON.parse('{"name":"key"}');
  const search = searchInThread({ canaries: [canary], outputs: [] }, new AbortController().signal);
  await expect(search).rejects.toThrow(/split/);
});

test('each of thousands of outputs, small and large, is searched by itself', async () => {
  const sizes = [0, 1, 100, 1024 ** 2 + 1, 1024 ** 2, 1024 ** 2 - 9];
  const sizeOf = (index: number) => (index % 500 === 0 ? (sizes[index / 500] ?? 7) : 10);
  const outputs = Array.from({ length: 3000 }, (_, index): Output => {
    const bytes = [1, 999, 2999].includes(index)
      ? Buffer.from(`key ${VALUE} `)
      : Buffer.alloc(sizeOf(index), '.');
    return { place: `${index}`, path: null, form: 'text', bytes };
  });
  const searcher = new CanarySearcher(CANARIES);
  for (const output of outputs) searcher.search(output);
  const found = await searchInThread({ canaries: CANARIES, outputs }, new AbortController().signal);
  expect(found.traces.map(({ place }) => place)).toEqual(['1', '999', '2999']);
  expect(found).toEqual(searcher.result);
});
