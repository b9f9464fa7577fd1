import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { WorkerQueue } from '../../src/threads/worker-queue.ts';

/** Counts its tasks, but for a fatal one, which ends it, one that it refuses, one that it never answers, and one that waits. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  let given = 0;
  parentPort.on('message', (task) => {
    given += 1;
    if (task === 'fatal') throw new Error('out of memory');
    if (task === 'endless') for (;;);
    if (task === 'waiting') return setTimeout(() => parentPort.postMessage({ answer: given }), 1200);
    if (task === 'refused') parentPort.postMessage({ failure: { code: 'FILE_UNREADABLE', message: 'no file' } });
    else parentPort.postMessage({ answer: given });
  });
`;

function openQueue(maxMs?: number) {
  let threads = 0;
  const queue = new WorkerQueue<string, number>(
    () => {
      threads += 1;
      return new Worker(THREAD, { eval: true });
    },
    maxMs === undefined ? {} : { maxMs },
  );
  return {
    ask: (task: string, signal?: AbortSignal) => queue.ask(task, signal),
    threads: () => threads,
    [Symbol.dispose]: () => queue[Symbol.dispose](),
  };
}

test('no thread is started before the first task', () => {
  using queue = openQueue();
  expect(queue.threads()).toBe(0);
});

test('tasks are answered in order by one thread', async () => {
  using queue = openQueue();
  expect(await Promise.all(['one', 'two', 'three'].map((task) => queue.ask(task)))).toEqual([1, 2, 3]);
  expect(queue.threads()).toBe(1);
});

test('an error in the thread keeps its code and message', async () => {
  using queue = openQueue();
  await expect(queue.ask('refused')).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message: 'no file' });
});

test('a caller that gives up does not wait for its answer', async () => {
  using queue = openQueue();
  const caller = new AbortController();
  const answer = queue.ask('endless', caller.signal);
  caller.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});

test('a task that ends the thread fails alone, and a new thread answers the others', async () => {
  using queue = openQueue();
  const [first, fatal, last] = await Promise.allSettled(
    ['good', 'fatal', 'good'].map((task) => queue.ask(task)),
  );
  expect(first).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(fatal).toMatchObject({ status: 'rejected', reason: { message: 'out of memory' } });
  expect(last).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(queue.threads()).toBe(2);
});

test('a task that takes too long fails alone, and a new thread answers the others', async () => {
  using queue = openQueue(3000);
  const [endless, next] = await Promise.allSettled(['endless', 'refused'].map((task) => queue.ask(task)));
  expect(endless).toMatchObject({ reason: { message: 'It was not done within 3 seconds.' } });
  expect(next).toMatchObject({ reason: { code: 'FILE_UNREADABLE' } });
  expect(queue.threads()).toBe(2);
});

test('a task may take longer than its time of a processor, as it does while the machine is busy', async () => {
  using queue = openQueue(500);
  expect(await queue.ask('waiting')).toBe(1);
  expect(queue.threads()).toBe(1);
});

test('a task whose caller has given up is still blamed for ending the thread', async () => {
  using queue = openQueue();
  const caller = new AbortController();
  const left = queue.ask('fatal', caller.signal);
  const next = queue.ask('good');
  caller.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  expect(await next).toBe(1);
  expect(await queue.ask('good')).toBe(2);
  expect(queue.threads()).toBe(2);
});

test('a task whose caller gives up before its turn is dropped', async () => {
  using queue = openQueue();
  const caller = new AbortController();
  const first = queue.ask('good');
  const left = queue.ask('fatal', caller.signal);
  const last = queue.ask('good');
  caller.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  expect([await first, await last, queue.threads()]).toEqual([1, 2, 1]);
});

test('a task that cannot be sent to a thread fails alone, and the others are answered', async () => {
  using queue = new WorkerQueue<unknown, number>(() => new Worker(THREAD, { eval: true }));
  const tasks = [() => 'no data', 'good', () => 'no data', 'good'];
  const answers = await Promise.allSettled(tasks.map((task) => queue.ask(task)));
  expect(answers).toMatchObject([
    { reason: { name: 'DataCloneError' } },
    { value: 1 },
    { reason: { name: 'DataCloneError' } },
    { value: 2 },
  ]);
});

test('a thread that cannot be started fails one task, and the next one has another started', async () => {
  let isFirst = true;
  using queue = new WorkerQueue<string, number>(() => {
    const mayStart = !isFirst;
    isFirst = false;
    if (!mayStart) throw new Error('too many threads');
    return new Worker(THREAD, { eval: true });
  });
  await expect(queue.ask('good')).rejects.toThrow('too many threads');
  expect(await queue.ask('good')).toBe(1);
});
