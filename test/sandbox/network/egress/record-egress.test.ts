import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { EgressPolicy } from '../../../../src/contracts/egress.ts';
import type { ServiceExchange } from '../../../../src/contracts/service-exchange.ts';
import { NOWHERE, type Outside } from '../../../../src/sandbox/network/egress/reach.ts';
import { openNetwork } from '../../../../src/sandbox/network/open-network.ts';
import type { ServiceTape } from '../../../../src/sandbox/sandbox.ts';
import { startLocally } from '../../../fakes/local-carrier.ts';

const ALLOWED = { kind: 'allow', hosts: ['allowed.example'], unopened: [] } satisfies EgressPolicy;

/** The recorder behind the program that runs in sandboxes, on this machine's loopback. */
async function networkOf(policy: EgressPolicy, outside: Outside, services: ServiceTape | null = null) {
  const network = await openNetwork(startLocally, { gateway: null, policy, services }, { outside });
  onTestFinished(() => network[Symbol.dispose]());
  const ask = async (text: string) => {
    const { hostname, port } = new URL(network.env['http_proxy'] ?? '');
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined);
    socket.write(text);
    await new Promise((resolve) => socket.on('close', resolve));
    return `${Buffer.concat(received)}`;
  };
  const url = new URL(network.env['http_proxy'] ?? '');
  const end = () => network[Symbol.dispose]();
  return { ask, url, end, events: () => network.events('running') };
}

/** A host that does this to every connection. */
async function hostThat(treat: (socket: Socket) => void): Promise<Outside> {
  const server = createServer((socket) => treat(socket.on('error', () => undefined)));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { placeOf: async () => ({ address: '127.0.0.1', port }), authorities: () => [] };
}

const POST =
  'POST http://allowed.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';

test.each<[string, (socket: Socket) => void]>([
  ['resets every connection', (socket) => socket.resetAndDestroy()],
  ['ends every connection', (socket) => socket.end()],
  ['answers with garbage', (socket) => socket.end('garbage\r\n\r\n')],
  ['breaks off its answer', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')],
])('an allowed host that %s breaks that request and nothing else', async (_what, treat) => {
  const { ask, events } = await networkOf(ALLOWED, await hostThat(treat));
  expect(await ask(`${POST}hello`)).not.toMatch(/\r\n\r\n\w{9}$/);
  expect(await ask('GET http://other.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
    /403/,
  );
  expect(await events()).toMatchObject([
    { kind: 'http', host: 'allowed.example', decision: 'forwarded' },
    { kind: 'http', host: 'other.example', decision: 'denied' },
  ]);
});

test('an allowed host that disconnects in the middle of a large request breaks only that request', async () => {
  const { ask } = await networkOf(
    ALLOWED,
    await hostThat((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  const size = 5_000_000;
  const large = `POST http://allowed.example/ HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`;
  expect(await ask(`${large}${'x'.repeat(size)}`)).toBe('');
  expect(await ask('GET http://other.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
    /403/,
  );
});

test('an answer that arrives before the end of the request still gets through', async () => {
  const outside = await hostThat((socket) => {
    socket.resume().write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly');
  });
  const { ask } = await networkOf(ALLOWED, outside);
  expect(await ask(`${POST}hello`)).toMatch(/early$/);
});

test('an allowed host that cannot be reached gives status 502', async () => {
  const { ask } = await networkOf({ ...ALLOWED, unopened: ['allowed.example'] }, NOWHERE);
  expect(await ask(`${POST}hello`)).toMatch(/^HTTP\/1.1 502/);
  expect(await ask('CONNECT allowed.example:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 502/);
});

/** What a host gets for a request, in its own words. */
async function passedOn(request: string, answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok') {
  const received: Buffer[] = [];
  const host = await hostThat((socket) => {
    socket.on('data', (chunk) => received.push(chunk));
    setTimeout(() => socket.end(answer), 100);
  });
  const { ask, events } = await networkOf(ALLOWED, host);
  const said = await ask(request);
  return { said, events: await events(), received: `${Buffer.concat(received)}` };
}

test('a user, a password and another host in a URL are not what the host is asked for', async () => {
  const { received, events } = await passedOn(
    'GET http://a@allowed.example/x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  );
  expect(received).toMatch(/^GET \/x HTTP\/1.1\r\nhost: allowed.example\r\n/);
  expect(events).toMatchObject([{ kind: 'http', path: 'http://a@allowed.example/x' }]);
});

test('a body in chunks reaches the host in chunks, whatever the method', async () => {
  const { received } = await passedOn(
    'DELETE http://allowed.example/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
  );
  expect(received).toMatch(/transfer-encoding: chunked\r\n.*\r\n\r\n2\r\nhi\r\n0\r\n\r\n$/s);
});

test.each([
  '\r\nGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'M-SEARCH / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
])('what is no plain request is not passed on through a tunnel: %j', async (inside) => {
  const { received } = await passedOn(`CONNECT allowed.example:80 HTTP/1.1\r\nHost: a\r\n\r\n${inside}`);
  expect(received).toBe('');
});

test('what a client goes on sending to a host that has answered is on record', async () => {
  const size = 500_000;
  const { said, events } = await passedOn(
    `POST http://allowed.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`,
    'HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  );
  expect(said).toMatch(/^HTTP\/1.1 413/);
  expect(events).toMatchObject([{ kind: 'http', body: { size } }]);
});

test('a host that never answers is given up as soon as its client leaves', async () => {
  const reached = Promise.withResolvers<Socket>();
  const { url, events } = await networkOf(ALLOWED, await hostThat(reached.resolve));
  const client = connect({ host: url.hostname, port: Number(url.port) });
  client.write(`${POST}hello`);
  const outer = await reached.promise;
  client.destroy();
  await new Promise((resolve) => outer.resume().once('close', resolve));
  expect(await events()).toMatchObject([{ kind: 'http', decision: 'forwarded' }]);
});

test('what is still open to hosts ends with the sandbox', async () => {
  const reached = Promise.withResolvers<Socket>();
  const { url, end } = await networkOf(ALLOWED, await hostThat(reached.resolve));
  const client = connect({ host: url.hostname, port: Number(url.port) });
  client.on('error', () => undefined).write(`${POST}hello`);
  const outer = await reached.promise;
  end();
  await new Promise((resolve) => outer.resume().once('close', resolve));
});

test('a connection to the proxy that says nothing is no attempt to reach anything', async () => {
  const { ask, events } = await networkOf({ kind: 'deny' }, NOWHERE);
  void ask('');
  const silent = ask('G');
  await expect.poll(events).toMatchObject([{ kind: 'tcp', body: { text: 'G' } }]);
  void silent;
});

test('a connection with too many requests is closed, and the rest are counted', async () => {
  const { ask, events } = await networkOf({ kind: 'deny' }, NOWHERE);
  await ask('GET http://a.example/ HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(150));
  const seen = await events();
  expect(seen.filter(({ kind }) => kind === 'http')).toHaveLength(100);
  expect(seen.at(-1)).toMatchObject({ kind: 'cut', missed: 50 });
});

test('each of many requests on separate connections leaves one event and no other', async () => {
  const { ask, events } = await networkOf({ kind: 'deny' }, NOWHERE);
  const request = `${POST}hello`;
  for (let count = 0; count < 1500; count += 100)
    await Promise.all(Array.from({ length: 100 }, () => ask(request)));
  const seen = await events();
  expect(seen).toHaveLength(1500);
  expect(new Set(seen.map(({ kind }) => kind))).toEqual(new Set(['http']));
});

test('data after the last request of a connection stays on record when the connection has ended', async () => {
  const { ask, events } = await networkOf({ kind: 'deny' }, NOWHERE);
  await ask(`${POST}hello and more`);
  await ask(`${POST}hello`);
  expect((await events()).map(({ kind }) => kind).toSorted()).toEqual(['http', 'http', 'tcp']);
});

const DOCS = 'GET http://docs.example/ HTTP/1.1\r\nHost: a\r\n';
const EVIL = 'GET http://evil.example/ HTTP/1.1\r\n';
const LAST = `${DOCS}Connection: close\r\n\r\n`;

test.each([
  ['has an Expect header', `${EVIL}Host: a\r\nExpect: x\r\n\r\n${LAST}`, ['evil.example', 'docs.example']],
  ['has no header', `${EVIL}\r\n${LAST}`, ['evil.example', 'docs.example']],
  [
    'follows one for another protocol',
    `${DOCS}Connection: Upgrade, close\r\nUpgrade: x\r\n\r\n${EVIL}\r\n`,
    ['docs.example', null],
  ],
  ['follows the last one', `${LAST}${EVIL}Host: a\r\n\r\n`, ['docs.example', null]],
  [
    'precedes a tunnel',
    `${EVIL}Host: a\r\nExpect: x\r\n\r\nCONNECT docs.example:443 HTTP/1.1\r\nHost: a\r\n\r\n`,
    ['evil.example', 'docs.example'],
  ],
])('a request that %s is recorded on a shared connection', async (_what, text, hosts) => {
  const { ask, events } = await networkOf({ kind: 'deny' }, NOWHERE);
  void ask(text);
  const asked = async () => new Set((await events()).map((event) => ('host' in event ? event.host : 'cut')));
  await expect.poll(asked).toEqual(new Set(hosts));
});

test('each request on a connection is one event, even after one that was refused', async () => {
  const { ask, events } = await networkOf(
    { kind: 'fixtures', fixtures: [{ url: 'docs', status: 200, headers: {}, body: '' }] },
    NOWHERE,
  );
  await ask(`${DOCS}\r\n${EVIL}Host: a\r\n\r\n${DOCS}\r\n\r\n${LAST}`);
  expect(await events()).toMatchObject(
    ['fixture', 'denied', 'fixture', 'fixture'].map((decision) => ({ kind: 'http', decision })),
  );
});

test('the body of a request is recorded even if the allowed host cannot be reached', async () => {
  const { ask, events } = await networkOf(ALLOWED, NOWHERE);
  await ask(`${POST}hello`);
  expect(await events()).toMatchObject([{ kind: 'http', decision: 'forwarded', body: { text: 'hello' } }]);
});

test('an unfinished request is recorded as far as it came', async () => {
  const { ask, events } = await networkOf({ kind: 'deny' }, NOWHERE);
  void ask(POST);
  void ask('GET /never finished');
  await expect.poll(events).toHaveLength(2);
  expect(await events()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'http', host: 'allowed.example', method: 'POST' }),
      expect.objectContaining({
        kind: 'tcp',
        body: expect.objectContaining({ text: 'GET /never finished' }),
      }),
    ]),
  );
});

const UNRECORDED = { kind: 'answered', status: 200, unrecorded: true };
const GET = 'GET http://allowed.example/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test.each<[string, (socket: Socket) => void, object]>([
  [
    'answers',
    (socket) => socket.end('HTTP/1.1 418 I am a teapot\r\nContent-Length: 0\r\n\r\n'),
    { kind: 'answered', status: 418 },
  ],
  [
    'ends every connection',
    (socket) => socket.end(),
    { kind: 'failed', reason: 'the host broke off the request: ECONNRESET' },
  ],
  [
    'breaks off its answer',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    { kind: 'failed', reason: 'the host broke off its answer with status 200: ECONNRESET' },
  ],
  [
    'answers with garbage',
    (socket) => socket.end('garbage\r\n\r\n'),
    { kind: 'failed', reason: expect.stringContaining('the host broke off the request: HPE_') },
  ],
])('the record says what came of a request to a host that %s', async (_what, treat, outcome) => {
  const { ask, events } = await networkOf(ALLOWED, await hostThat(treat));
  await ask(GET);
  expect(await events()).toMatchObject([{ kind: 'http', decision: 'forwarded', outcome }]);
});

test('the record says why a host was not reached, and the client is not told', async () => {
  const outside = { ...NOWHERE, placeOf: async () => ({ why: 'its address is not public' }) };
  const { ask, events } = await networkOf(ALLOWED, outside);
  expect(await ask(GET)).toMatch(/allowed\.example cannot be reached from here/);
  const outcome = { kind: 'failed', reason: 'its address is not public' };
  expect(await events()).toMatchObject([{ kind: 'http', decision: 'forwarded', outcome }]);
});

test('the record says of a tunnel to a host that stays closed whether it was made', async () => {
  const unopened = { ...ALLOWED, unopened: ['allowed.example'] };
  const connected = 'CONNECT allowed.example:443 HTTP/1.1\r\nHost: a\r\n\r\n';
  const made = await networkOf(unopened, await hostThat((socket) => socket.end('hello')));
  void made.ask(connected);
  const known = { kind: 'connect', decision: 'forwarded' };
  await expect.poll(made.events).toMatchObject([{ ...known, outcome: { kind: 'answered', status: null } }]);
  const nowhere = await networkOf(unopened, NOWHERE);
  await nowhere.ask(connected);
  expect(await nowhere.events()).toMatchObject([{ ...known, outcome: { kind: 'failed' } }]);
});

test('a fixture is an answer, and a refusal needs no outcome', async () => {
  const fixtures = [{ url: 'allowed', status: 404, headers: {}, body: '' }];
  const { ask, events } = await networkOf({ kind: 'fixtures', fixtures }, NOWHERE);
  await ask(GET);
  await ask('GET http://other.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const [answered, refused] = await events();
  expect(answered).toMatchObject({ decision: 'fixture', outcome: { kind: 'answered', status: 404 } });
  expect(refused).toMatchObject({ decision: 'denied' });
  expect(refused).not.toHaveProperty('outcome');
});

test.each([
  ['was recorded', 'ok', true, { kind: 'answered', status: 200 }],
  ['was too long to be recorded', 'x'.repeat(2 * 1024 ** 2 + 1), true, UNRECORDED],
  ['had no room left in the recording', 'ok', false, UNRECORDED],
])('the record says that an answer %s', async (_what, body, hasRoom, outcome) => {
  const kept: ServiceExchange[] = [];
  const keep = (exchange: ServiceExchange) => {
    kept.push(exchange);
    return hasRoom;
  };
  const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const host = await hostThat((socket) => socket.end(answer));
  const { ask, events } = await networkOf(ALLOWED, host, { kind: 'record', keep });
  expect((await ask(GET)).endsWith(body)).toBe(true);
  expect(await events()).toEqual([expect.objectContaining({ kind: 'http', outcome })]);
  expect(kept).toMatchObject([{ request: { method: 'GET', url: 'http://allowed.example/x' } }]);
  expect(kept[0]?.answer === null).toBe(body.length > 2);
});

test('a fixture answers with the bytes of a file', async () => {
  const fixtures = [{ url: 'allowed', status: 200, headers: {}, body: '', bodyFile: 'a/b.bin' }];
  const network = { gateway: null, policy: { kind: 'fixtures' as const, fixtures } };
  const answers = [{ path: 'a/b.bin', content: Uint8Array.of(0, 255, 13, 10, 128) }];
  using opened = await openNetwork(startLocally, { ...network, answers });
  const proxy = new URL(opened.env['http_proxy'] ?? '');
  const socket = connect({ host: proxy.hostname, port: Number(proxy.port) });
  socket.write(GET);
  const received = Buffer.concat(await socket.toArray());
  expect(received.subarray(-5)).toEqual(Buffer.of(0, 255, 13, 10, 128));
  expect(`${received}`).toContain('Content-Length: 5\r\n');
});

test('a client that leaves before the answer has abandoned its request', async () => {
  const reached = Promise.withResolvers<Socket>();
  const { url, events } = await networkOf(ALLOWED, await hostThat(reached.resolve));
  const client = connect({ host: url.hostname, port: Number(url.port) });
  client.write(GET);
  const outer = await reached.promise;
  expect(await events()).toMatchObject([{ kind: 'http', outcome: { kind: 'abandoned' } }]);
  client.destroy();
  await new Promise((resolve) => outer.resume().once('close', resolve));
  await expect.poll(events).toMatchObject([{ kind: 'http', outcome: { kind: 'abandoned' } }]);
});
