import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { createGateway, type GatewaySession } from '../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { serveRequests } from '../../src/sandbox/network/pipe/serve-requests.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';

const script = Script.parse({ arms: { baseline: [{ say: 'Hello.' }], 'with-skill': [] } });
const hello = JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: 'Hello' }] });

const gateway = createGateway({ maxBytes: 1_000_000, timeoutMs: 3000 });
const [own, other] = [open(), open()];
/** As the pipe gives a sandbox its own session, but for the pipe. */
const server = createServer(serveRequests(own.fetch, (work) => work()));
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) port = address.port;
});

afterAll(() => void server.close());

function open(): GatewaySession {
  return gateway.openSession({ upstream: scriptedUpstream(script, 'baseline'), maxTokens: null });
}

/** What is answered to bytes as they are, until the other side ends the connection or has said all it will. */
async function send(...parts: (string | Uint8Array)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  // An answer that came is one, whatever becomes of the connection.
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  const limit = setTimeout(() => socket.destroy(), PATIENCE_MS);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(limit);
  return answer;
}

function post(path: string, headers: readonly string[], body: string | Uint8Array = hello): Promise<string> {
  const length = Buffer.byteLength(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    'connection: close',
    `content-length: ${length}`,
    ...headers,
  ];
  return send(`${head.join('\r\n')}\r\n\r\n`, body);
}

const statusOf = (answer: string) => Number(answer.split(' ', 2)[1] ?? 0);

test('the token of a trial is valid at its own endpoint, and that of another trial is not', async () => {
  expect(statusOf(await post('/v1/messages', [`x-api-key: ${own.token}`]))).toBe(200);
  expect(statusOf(await post('/v1/messages', [`x-api-key: ${other.token}`]))).toBe(401);
  expect(other.report().requests).toBe(0);
});

test.each([
  [
    'in the query of a wire that takes a header',
    (token: string) => [`/v1/messages?key=${token}&x-api-key=${token}`, []],
  ],
  [
    'beside another in the same header',
    (token: string) => ['/v1/messages', [`x-api-key: ${token}`, 'x-api-key: y']],
  ],
  [
    'after a wrong one in another header',
    (token: string) => ['/v1/messages', ['x-api-key: y', `authorization: Bearer ${token}`]],
  ],
  ['without its scheme', (token: string) => ['/v1/responses', [`authorization: ${token}`]]],
  ['with another scheme', (token: string) => ['/v1/responses', [`authorization: Basic ${token}`]]],
  ['in a cookie', (token: string) => ['/v1/messages', [`cookie: x-api-key=${token}`]]],
  ['cut short', (token: string) => ['/v1/messages', [`x-api-key: ${token.slice(0, -1)}`]]],
  ['in capitals', (token: string) => ['/v1/messages', [`x-api-key: ${token.toUpperCase()}`]]],
] as [string, (token: string) => [string, string[]]][])('a token %s grants nothing', async (_, place) => {
  expect(statusOf(await post(...place(own.token)))).toBe(401);
});

test.each([
  'http://169.254.169.254/v1/messages',
  '//evil.invalid/v1/messages',
  '/v1/../v1/messages',
  '/v1/%2e%2e/v1/messages',
])('%s reaches only the gateway', async (path) => {
  expect(statusOf(await post(path, [`x-api-key: ${own.token}`]))).toBe(200);
});

test.each([
  '/v1/messages/../files',
  '/v1/messages%2f..%2ffiles',
  '/v1//messages',
  '/V1/MESSAGES',
  '/v1/messages/',
])('%s is not a path of any wire', async (path) => {
  expect(statusOf(await post(path, [`x-api-key: ${own.token}`]))).toBe(404);
});

test.each([
  ['a compressed body', gzipSync(Buffer.alloc(100_000_000)), 400],
  ['a body that is not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400],
  ['a body of 10,000 levels', `{"messages":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 413],
  ['a body that is a number', '7', 400],
])('%s is refused without being decompressed', async (_, body, status) => {
  const answer = await post('/v1/messages', [`x-api-key: ${own.token}`, 'content-encoding: gzip'], body);
  expect(statusOf(answer)).toBe(status);
});

test('an endless header, an invalid target and bytes that are not HTTP end only their own connection', async () => {
  expect(statusOf(await post('/v1/messages', [`x-long: ${'y'.repeat(20_000)}`]))).toBe(431);
  expect(await send('GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n')).toBe('');
  expect(statusOf(await send('\u0000\u0001\u0002\r\n\r\n'))).toBe(400);
  expect(statusOf(await post('/v1/messages', [`x-api-key: ${own.token}`]))).toBe(200);
});

test('two lengths, or a length and chunks, are not a valid request', async () => {
  const token = `x-api-key: ${own.token}`;
  expect(statusOf(await post('/v1/messages', [token, 'content-length: 3']))).toBe(400);
  expect(statusOf(await post('/v1/messages', [token, 'transfer-encoding: chunked']))).toBe(400);
});

test('endless chunks are abandoned, and a request behind them is not served', async () => {
  const head = `POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: ${own.token}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const before = own.report().requests;
  const endless = send(head, '1\r\n{\r\n');
  const huge = send(head, `${(2_000_000).toString(16)}\r\n${'x'.repeat(2_000_000)}\r\n0\r\n\r\n`, head);
  expect(statusOf(await endless)).toBe(408);
  expect(statusOf(await huge)).toBe(413);
  expect(own.report().requests).toBe(before);
});

test('clients that never finish a header do not keep others from being served', async () => {
  const slow = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  for (const socket of slow) socket.write('POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-');
  expect(statusOf(await post('/v1/messages', [`x-api-key: ${own.token}`]))).toBe(200);
  expect(slow.map(({ bytesRead, closed }) => ({ bytesRead, closed }))).toEqual(
    slow.map(() => ({ bytesRead: 0, closed: false })),
  );
  for (const socket of slow) socket.destroy();
});

test('two values for a key are refused, because JSON readers disagree which of them wins', async () => {
  const body = hello.replace('{', '{"model":"other",');
  expect(statusOf(await post('/v1/messages', [`x-api-key: ${own.token}`], body))).toBe(400);
});
