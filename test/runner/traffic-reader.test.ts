import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WireRecorder } from '../../src/gateway/wire-log/wire-recorder.ts';
import { TrafficReader } from '../../src/runner/traffic-reader.ts';
import { readRecorded } from '../../src/traffic/read-recorded.ts';
import { packWatched, unpackWatched } from '../../src/traffic/watched-skill.ts';

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
  exchange.end({ status: 200, isComplete: true, isLeft: false, latencyMs: 1, waitedMs: 0 });
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

test('a thread packs and reads what an agent printed, without the secret that it was given', async () => {
  using reader = new TrafficReader();
  const event = { type: 'result', stats: { input_tokens: 7, total_tokens: 9 } };
  const printed = [`my key is secret-1\n${JSON.stringify(event)}\n`];
  const { packed, account } = await reader.account({ agent: 'gemini', printed, secret: 'secret-1' });
  expect(account).toEqual({ usage: { inputTokens: 7, outputTokens: 2 }, calls: [] });
  expect(JSON.parse(zstdDecompressSync(packed).toString())).toEqual([
    `my key is [token]\n${JSON.stringify(event)}\n`,
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

test('a thread packs the same as its caller would, and the files stay where they are', async () => {
  using reader = new TrafficReader();
  const files = ['SKILL.md', 'greet.py'].map((path) => ({
    ...{ path, executable: false },
    content: Buffer.from(`content of ${path}`),
  }));
  const watched = {
    ...SKILL,
    files,
    knownTexts: ['known'],
    knownFiles: [Buffer.from('\ufeffHallo Welt'), Buffer.of(0xff)],
  };
  const packed = await reader.pack(watched);
  expect(unpackWatched(packed)).toEqual(unpackWatched(await packWatched(watched)));
  expect(unpackWatched(packed)).toMatchObject({ files, knownTexts: ['known', '\ufeffHallo Welt', '\ufffd'] });
  expect(watched.knownFiles[0]?.toString()).toBe('\ufeffHallo Welt');
});
