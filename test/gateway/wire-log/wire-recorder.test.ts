import { randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AssayError } from '../../../src/base/assay-error.ts';
import { Script } from '../../../src/contracts/script.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../../src/gateway/upstreams/upstream.ts';
import { WireRecorder } from '../../../src/gateway/wire-log/wire-recorder.ts';
import { headLine } from '../../../src/traffic/wire-log/frame.ts';
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

/** Requests as agents send them: what was said before, what is new, and the same tools behind all of it. */
async function recordedOf(
  requests: readonly string[],
  limits: ConstructorParameters<typeof WireRecorder>[1],
) {
  const recorder = new WireRecorder('secret', limits);
  for (const request of requests) recorder.begin(about, bytes(request)).end(ended);
  const { content, leftOutBytes } = await recorder.end();
  return { texts: readWireLog(content).map(({ request }) => request.text), leftOutBytes };
}

test('hundreds of requests that repeat a long conversation are kept whole, though all of them together are many times the limit', async () => {
  const tools = randomBytes(10_000).toString('hex');
  const said = ['', '', '', '', ''];
  const requests = Array.from({ length: 300 }, (_, turn) => {
    const which = turn % said.length;
    said[which] += `${randomBytes(500).toString('hex')}ü`;
    return `{"messages":"${said[which]}","cached":"${turn}","tools":"${tools}"}`;
  });
  expect(requests.join('').length).toBeGreaterThan(10 * MIB);
  const { texts, leftOutBytes } = await recordedOf(requests, { trial: 2 * MIB });
  expect(texts).toEqual(requests);
  expect(leftOutBytes).toBe(0);
});

test('whatever requests have in common, they are read as they were', async () => {
  const blocks = Array.from({ length: 4 }, () => randomBytes(400).toString('hex'));
  const request = fc.array(fc.constantFrom(...blocks, 'a', 'ü'), { maxLength: 8 }).map((all) => all.join(''));
  const property = fc.asyncProperty(fc.array(request, { maxLength: 80 }), async (requests) => {
    expect(await recordedOf(requests, {})).toEqual({ texts: requests, leftOutBytes: 0 });
  });
  await fc.assert(property, { numRuns: 30 });
});

test('a request that repeats another one is kept as far as there is room, in writing and in reading', async () => {
  const first = randomBytes(2000).toString('hex');
  const second = `${first}${randomBytes(2000).toString('hex')}${first}`;
  const most = { trial: 5000 };
  expect(await recordedOf([first, second], most)).toEqual({
    texts: [first, second.slice(0, 5000)],
    leftOutBytes: 7000,
  });
  expect(await recordedOf([first, first, first], { read: 10_000 })).toEqual({
    texts: [first, first, first.slice(0, 2000)],
    leftOutBytes: 2000,
  });
});

const HEAD = { ...about, ...ended };

test.each<[string, { of: number; start: number; end: number }]>([
  ['what comes later', { of: 1, start: 1, end: 0 }],
  ['more than there is', { of: 0, start: 3, end: 3 }],
])('a log whose request repeats %s is an error', (_what, repeats) => {
  const none = { content: bytes(''), leftOutBytes: 0 };
  const first = headLine(HEAD, [{ content: bytes('first'), leftOutBytes: 0, repeats: null }, none]);
  const second = headLine(HEAD, [{ ...none, repeats }, none]);
  const log = zstdCompressSync(`${first}first${second}`);
  expect(() => readWireLog(log)).toThrow('The raw wire on record has an invalid format.');
});

test('a log of which little would become endlessly much is an error', () => {
  const none = { content: bytes(''), leftOutBytes: 0 };
  const body = 'x'.repeat(8 * MIB);
  const first = headLine(HEAD, [{ content: bytes(body), leftOutBytes: 0, repeats: null }, none]);
  const again = (of: number) =>
    headLine(HEAD, [{ ...none, repeats: { of, start: body.length, end: 0 } }, none]);
  const copies = Array.from({ length: 1000 }, () => again(0)).join('');
  expect(() => readWireLog(zstdCompressSync(`${first}${body}${copies}`))).toThrow(AssayError);
});

test('a log whose request is in very many pieces is an error', () => {
  const none = { content: bytes(''), leftOutBytes: 0 };
  const own = { content: bytes('x'), leftOutBytes: 0 };
  const chained = (links: number) => {
    const lines = Array.from({ length: links }, (_, of) => {
      const repeats = of === 0 ? null : { of: of - 1, start: of, end: 0 };
      return `${headLine(HEAD, [{ ...own, repeats }, none])}x`;
    });
    return readWireLog(zstdCompressSync(lines.join('')));
  };
  expect(chained(33).at(-1)?.request.text).toBe('x'.repeat(33));
  expect(() => chained(100)).toThrow('The raw wire on record has an invalid format.');
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
