import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type TapEnd, tap } from '../../../src/gateway/stream/tap.ts';

function tapped(
  chunks: readonly string[],
  { error, stallMs = 60_000 }: { error?: Error; stallMs?: number } = {},
) {
  const seen: string[] = [];
  const ends: TapEnd[] = [];
  const leave = new AbortController();
  let isCancelled = false;
  const rest = chunks.values();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = rest.next();
      if (!done) controller.enqueue(new TextEncoder().encode(value));
      else if (error === undefined) controller.close();
      else controller.error(error);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const listener = {
    add: (bytes: Uint8Array) => void seen.push(new TextDecoder().decode(bytes)),
    ended: (end: TapEnd) => void ends.push(end),
  };
  const given = tap(body, listener, { signal: leave.signal, stallMs });
  return { given, seen, ends, leave, isCancelled: () => isCancelled };
}

test('bytes pass unchanged, and the listener is notified of the end once', async () => {
  const { given, seen, ends } = tapped(['a', 'b']);
  expect(await new Response(given).text()).toBe('ab');
  expect(seen).toEqual(['a', 'b']);
  expect(ends).toEqual([{ how: 'whole' }]);
});

test('an error in the stream reaches the client too', async () => {
  const error = new Error('cut');
  const { given, ends } = tapped(['a'], { error });
  await expect(new Response(given).text()).rejects.toThrow('cut');
  expect(ends).toEqual([{ how: 'broken', error }]);
});

test('a client that leaves cancels the answer at its source', async () => {
  const { given, ends, isCancelled } = tapped(['x'.repeat(2 ** 20), 'y']);
  const reader = given.getReader();
  await reader.read();
  await reader.cancel();
  expect(ends).toEqual([{ how: 'left' }]);
  expect(isCancelled()).toBe(true);
});

test('an answer whose request is aborted ends for both sides', async () => {
  const { given, ends, leave, isCancelled } = tapped(['x'.repeat(2 ** 20), 'y']);
  leave.abort();
  await expect(new Response(given).text()).rejects.toThrow('aborted');
  expect(ends).toEqual([{ how: 'left' }]);
  expect(isCancelled()).toBe(true);
});

test('a client that stops reading a long answer counts as gone, and the answer is cancelled at its source', async () => {
  const { given, ends, isCancelled } = tapped(['x'.repeat(2 ** 20), 'y'], { stallMs: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = setInterval(() => isCancelled() && resolve(), 1);
  await promise;
  clearInterval(waiting);
  expect(ends).toEqual([{ how: 'left' }]);
  await expect(new Response(given).text()).rejects.toThrow('nobody read');
});

test('a short answer may be read late', async () => {
  const { given, ends } = tapped(['little'], { stallMs: 1 });
  await sleep(20);
  expect(await new Response(given).text()).toBe('little');
  expect(ends).toEqual([{ how: 'whole' }]);
});

test('a listener that fails at the end breaks the answer and leaves no reader waiting', async () => {
  const ended = () => {
    throw new Error('disk full');
  };
  const { signal } = new AbortController();
  const given = tap(new Blob(['a']).stream(), { add: () => undefined, ended }, { signal });
  await expect(new Response(given).text()).rejects.toThrow('disk full');
});
