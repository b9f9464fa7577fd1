import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
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
  await expect(search).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
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
