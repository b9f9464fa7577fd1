import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { threadPool } from '../../src/threads/thread-pool.ts';
import { WorkerQueue } from '../../src/threads/worker-queue.ts';

/** Counts its tasks, but for one that it never answers. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  let given = 0;
  parentPort.on('message', (task) => {
    given += 1;
    if (task !== 'endless') parentPort.postMessage({ answer: given });
  });
`;

function openPool() {
  const threads = threadPool(() => new Worker(THREAD, { eval: true }));
  return {
    ...threads,
    openQueue: () => new WorkerQueue<string, number>(threads.take, { keep: threads.keep }),
  };
}

test('a thread that has nothing to do serves the next queue', async () => {
  const pool = openPool();
  for (const given of [1, 2, 3]) {
    using queue = pool.openQueue();
    expect(await queue.ask('task')).toBe(given);
  }
});

test('queues that are open at the same time have threads of their own', async () => {
  const pool = openPool();
  using one = pool.openQueue();
  using other = pool.openQueue();
  expect([await one.ask('task'), await other.ask('task')]).toEqual([1, 1]);
});

test('a thread that is still at work when its queue is disposed of serves no other', async () => {
  const pool = openPool();
  const left = pool.openQueue();
  expect(await left.ask('task')).toBe(1);
  const answer = left.ask('endless');
  left[Symbol.dispose]();
  await expect(answer).rejects.toThrow('The run is over.');
  using next = pool.openQueue();
  expect(await next.ask('task')).toBe(1);
});

test('a thread that ends while nobody uses it is not given to anybody', async () => {
  const pool = openPool();
  const thread = pool.take();
  pool.keep(thread);
  const ended = once(thread, 'exit');
  await thread.terminate();
  await ended;
  using queue = pool.openQueue();
  expect(await queue.ask('task')).toBe(1);
});

test('a queue that is disposed of no longer listens to its thread', async () => {
  const pool = openPool();
  const thread = pool.take();
  const before = thread.eventNames().map((event) => thread.listenerCount(event));
  pool.keep(thread);
  const queue = pool.openQueue();
  await queue.ask('task');
  queue[Symbol.dispose]();
  expect(pool.take()).toBe(thread);
  expect(thread.eventNames().map((event) => thread.listenerCount(event))).toEqual(before);
  await thread.terminate();
});
