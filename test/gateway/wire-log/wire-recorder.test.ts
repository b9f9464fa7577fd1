import { randomBytes } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { AssayError } from '../../../src/base/assay-error.ts';
import { Script } from '../../../src/contracts/script.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../../src/gateway/upstreams/upstream.ts';
import { WireRecorder } from '../../../src/gateway/wire-log/wire-recorder.ts';
import { readWireLog } from '../../../src/traffic/wire-log/read-wire-log.ts';

const MIB = 1024 ** 2;
const about = {
  wire: 'openai-chat',
  method: 'POST' as const,
  purpose: 'answer' as const,
  path: '/v1/x',
  startMs: 0,
};
const ended = { status: 200, isComplete: true, isLeft: false, latencyMs: 1, waitedMs: 0 };
const bytes = (text: string) => new TextEncoder().encode(text);

function open(turns: object[]) {
  const script = Script.parse({ arms: { baseline: turns, 'with-skill': [] } });
  return openBehind(scriptedUpstream(script, 'baseline'));
}

function openBehind(upstream: Upstream) {
  const session = createGateway().openSession({ upstream, maxTokens: null });
  const client = new Anthropic({
    apiKey: session.token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => session.fetch(new Request(url, init)),
  });
  const ask = (content: string) =>
    client.messages.create({ model: 'scripted', max_tokens: 9, messages: [{ role: 'user', content }] });
  const stream = (content: string) =>
    client.messages.stream({ model: 'scripted', max_tokens: 9, messages: [{ role: 'user', content }] });
  return { session, ask, stream };
}

test('requests and answers are kept unchanged, whole or streamed, including errors', async () => {
  const { session, ask, stream } = open([{ say: 'Ünï🎈.' }, { fault: 'server-error' }]);
  await ask('Hello');
  await stream('Hullo').finalMessage();
  const exchanges = readWireLog((await session.wire()).content);
  expect(
    exchanges.map(({ wire, method, path, status, isComplete }) => [wire, method, path, status, isComplete]),
  ).toEqual([
    ['anthropic-messages', 'POST', '/v1/messages', 200, true],
    ['anthropic-messages', 'POST', '/v1/messages', 200, true],
  ]);
  expect(JSON.parse(exchanges[0]?.request.text ?? '')).toMatchObject({ messages: [{ content: 'Hello' }] });
  expect(JSON.parse(exchanges[0]?.answer.text ?? '')).toMatchObject({ content: [{ text: 'Ünï🎈.' }] });
  expect(exchanges[1]?.answer.text).toMatch(
    /^event: message_start\n.*event: message_stop\ndata: [^\n]*\n\n$/s,
  );
});

test('what was recorded so far can be read at any time, and all of it in the end', async () => {
  const { session, ask } = open([{ say: 'One.' }, { say: 'Two.' }]);
  const asked = async (content: Promise<Uint8Array>) =>
    readWireLog(await content).map(({ request }) => JSON.parse(request.text).messages[0].content);
  expect(await asked(session.wireSoFar())).toEqual([]);
  await ask('Hello');
  expect(await asked(session.wireSoFar())).toEqual(['Hello']);
  await ask('x'.repeat(MIB));
  expect(await asked(session.wireSoFar())).toEqual(['Hello', 'x'.repeat(MIB)]);
  await ask('Bye');
  expect(await asked(session.wire().then(({ content }) => content))).toEqual([
    'Hello',
    'x'.repeat(MIB),
    'Bye',
  ]);
});

test('an error of the provider is kept, with an empty answer if there was none', async () => {
  const broken = openBehind({ simulated: true, send: () => Promise.reject(new Error('down')) });
  await expect(broken.ask('Hello')).rejects.toMatchObject({ status: 502 });
  expect(readWireLog((await broken.session.wire()).content)).toMatchObject([
    { status: null, isComplete: false, answer: { text: '', leftOutBytes: 0 } },
  ]);
  const failing = open([{ fault: 'server-error' }]);
  await expect(failing.ask('Hello')).rejects.toMatchObject({ status: 500 });
  expect(readWireLog((await failing.session.wire()).content)).toMatchObject([
    { status: 500, answer: { text: expect.stringContaining('api_error') } },
  ]);
});

test('the trial’s token is masked in the log', async () => {
  const { session, ask } = open([{ say: 'Hello.' }]);
  await ask(`env says ${session.token}, ü`);
  const [exchange] = readWireLog((await session.wire()).content);
  expect(exchange?.request.text).toContain('env says [token], ü');
  expect(JSON.stringify(exchange)).not.toContain(session.token);
});

test('only the beginning of a long body or a long trial is kept, with the number of missing bytes', async () => {
  const recorder = new WireRecorder('secret', { body: 4 * MIB, trial: 64 * MIB });
  const long = new Uint8Array(randomBytes(5 * MIB));
  for (let index = 0; index < 20; index++) {
    const exchange = recorder.begin(about, bytes('{}'));
    for (let at = 0; at < long.length; at += MIB) exchange.add(long.subarray(at, at + MIB));
    exchange.end(ended);
  }
  const { content, exchanges, leftOutBytes } = await recorder.end();
  expect(content.length).toBeLessThan(65 * MIB);
  const read = readWireLog(content);
  expect([exchanges, read.length]).toEqual([20, 20]);
  expect(read[0]).toMatchObject({ request: { text: '{}', leftOutBytes: 0 }, answer: { leftOutBytes: MIB } });
  expect(read[19]).toMatchObject({
    request: { leftOutBytes: 2 },
    answer: { text: '', leftOutBytes: 5 * MIB },
  });
  const missing = read.reduce(
    (sum, { request, answer }) => sum + request.leftOutBytes + answer.leftOutBytes,
    0,
  );
  expect(leftOutBytes).toBe(missing);
});

test('heads of exchanges are kept up to a limit, and what is left out counts', async () => {
  const recorder = new WireRecorder('secret', { heads: 10_000 });
  const long = { ...about, path: `/v1/models?x=${'%28'.repeat(1000)}` };
  for (let index = 0; index < 20; index++) recorder.begin(long, bytes('{}')).end(ended);
  recorder.begin(about, bytes('{}')).end(ended);
  const { content, exchanges, leftOutBytes } = await recorder.end();
  expect([exchanges, readWireLog(content).length]).toEqual([21, 3]);
  expect(leftOutBytes).toBeGreaterThan(17 * 3000);
});

test('a conversation that repeats itself takes little space', async () => {
  const recorder = new WireRecorder('secret');
  let said = '';
  let sent = 0;
  for (let turn = 0; turn < 30; turn++) {
    said += randomBytes(5000).toString('hex');
    sent += said.length;
    recorder.begin(about, bytes(said)).end(ended);
  }
  const { content } = await recorder.end();
  expect(content.length).toBeLessThan(sent / 10);
});

test('an exchange that ends after the log is left out, and a trial without requests has an empty log', async () => {
  const recorder = new WireRecorder('secret');
  const late = recorder.begin(about, bytes('{}'));
  const { content, exchanges } = await recorder.end();
  late.end(ended);
  expect([readWireLog(content), exchanges]).toEqual([[], 0]);
});

test.each([
  ['is not an archive', bytes('nothing')],
  ['is empty', new Uint8Array()],
])('a log that %s is an error', (_, content) => {
  expect(() => readWireLog(content)).toThrow(AssayError);
});
