import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { WireRecorder } from '../../src/gateway/wire-log/wire-recorder.ts';
import { TrafficReader } from '../../src/runner/traffic-reader.ts';
import { readRecorded } from '../../src/traffic/read-recorded.ts';
import { packWatched } from '../../src/traffic/watched-skill.ts';

const SKILL = {
  ...{ name: 'greeter', description: 'Writes greetings.', body: 'Write the word of the day.' },
  ...{ root: '/skills/greeter', prompt: 'Greet.' },
};

async function recorded(said: string) {
  const recorder = new WireRecorder('secret');
  const about = { wire: 'openai-chat', method: 'POST' as const, purpose: 'answer' as const };
  const request = { model: 'm', messages: [{ role: 'user', content: 'Greet.' }] };
  const answer = { choices: [{ message: { role: 'assistant', content: said } }] };
  const exchange = recorder.begin(
    { ...about, path: '/v1/chat/completions', startMs: 0 },
    Buffer.from(JSON.stringify(request)),
  );
  exchange.add(Buffer.from(JSON.stringify(answer)));
  exchange.end({ status: 200, isComplete: true, latencyMs: 1, waitedMs: 0 });
  return { log: (await recorder.end()).content, watched: await packWatched(SKILL) };
}

test('a thread reads the same from a record as its caller would', async () => {
  using reader = new TrafficReader();
  const records = await Promise.all(['Hello.', 'Good day.'].map(recorded));
  const read = await Promise.all(records.map((one) => reader.read(one)));
  expect(read).toEqual(records.map(readRecorded));
  expect(read.map(({ transcript }) => transcript.events.at(-1))).toMatchObject([
    { kind: 'assistant', text: 'Hello.' },
    { kind: 'assistant', text: 'Good day.' },
  ]);
});

test('an unreadable record is an error only for its reader', async () => {
  using reader = new TrafficReader();
  const good = await recorded('Hello.');
  const [bad, read] = await Promise.allSettled([
    reader.read({ ...good, log: Buffer.from('no log') }),
    reader.read(good),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/raw wire/) } });
  expect(read).toMatchObject({ status: 'fulfilled', value: { isWhole: true } });
});

test('a caller that gives up on a record does not wait for it', async () => {
  using reader = new TrafficReader();
  const asked = new AbortController();
  const reading = reader.read(await recorded('Hello.'), asked.signal);
  asked.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

/** Ends with the record "fatal", and answers any other with how many it was given. */
const FRAGILE_THREAD = `
  const { parentPort } = require('node:worker_threads');
  let given = 0;
  parentPort.on('message', ({ log }) => {
    given += 1;
    if (Buffer.from(log).toString() === 'fatal') throw new Error('out of memory');
    parentPort.postMessage({ read: given });
  });
`;

function openFragile() {
  let threads = 0;
  const reader = new TrafficReader(() => {
    threads += 1;
    return new Worker(FRAGILE_THREAD, { eval: true });
  });
  const read = (log: string, signal?: AbortSignal) =>
    reader.read({ log: Buffer.from(log), watched: Buffer.alloc(0) }, signal);
  return { read, threads: () => threads, [Symbol.dispose]: () => reader[Symbol.dispose]() };
}

test('a record that kills the thread is an error, and another thread reads the others', async () => {
  using fragile = openFragile();
  const [first, fatal, last] = await Promise.allSettled(
    ['good', 'fatal', 'good'].map((log) => fragile.read(log)),
  );
  expect(first).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(fatal).toMatchObject({ status: 'rejected', reason: { message: 'out of memory' } });
  expect(last).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(fragile.threads()).toBe(2);
});

test('a record that killed the thread is blamed for it even if its caller has given up', async () => {
  using fragile = openFragile();
  const asked = new AbortController();
  const left = fragile.read('fatal', asked.signal);
  const next = fragile.read('good');
  asked.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  expect(await next).toBe(1);
  expect(await fragile.read('good')).toBe(2);
  expect(fragile.threads()).toBe(2);
});

test('a record whose caller has given up is not read', async () => {
  using fragile = openFragile();
  const asked = new AbortController();
  const first = fragile.read('good');
  const left = fragile.read('fatal', asked.signal);
  const last = fragile.read('good');
  asked.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  expect([await first, await last, fragile.threads()]).toEqual([1, 2, 1]);
});
