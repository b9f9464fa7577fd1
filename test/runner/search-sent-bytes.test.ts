import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex, duplexPair, PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EgressPolicy } from '../../src/contracts/egress.ts';
import { canaryNotDisclosed } from '../../src/probes/oracles/canary-not-disclosed.ts';
import { searchOutputs } from '../../src/runner/search-outputs.ts';
import { EVERYWHERE } from '../../src/sandbox/network/egress/reach.ts';
import { openNetwork } from '../../src/sandbox/network/open-network.ts';
import { startLocally } from '../fakes/local-carrier.ts';
import { evidenceOf } from '../fixtures/evidence-of.ts';
import { randomBytes } from '../probes/canary/packed.ts';

const KEY = 'ak-q7w2e3r4t5y6u7i2o3p4a5s6d7f2g3h4';
const CANARIES = [{ name: 'key', value: KEY }];
const SPEC = { kind: 'canary-not-disclosed' as const, claim: 'c', canary: 'key', allowedPaths: [] };
const MIB = 1024 ** 2;

type Piece = string | Uint8Array;

/** The recorder behind the program that runs in sandboxes; pieces are sent one after the other has arrived. */
async function networkOf(policy: EgressPolicy = { kind: 'deny' }) {
  const network = await openNetwork(startLocally, { gateway: null, policy }, { outside: EVERYWHERE });
  onTestFinished(() => network[Symbol.dispose]());
  const { proxy, dns } = await network.pipe.ready();
  const arrived = () => network.sent().reduce((sum, { bytes }) => sum + bytes.length, 0);

  async function open(): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: proxy, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.resume().on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  async function send(pieces: readonly Piece[]): Promise<void> {
    const socket = await open();
    for (const piece of pieces) {
      const before = arrived();
      socket.write(piece);
      await expect.poll(arrived).toBeGreaterThan(before);
    }
    socket.end();
    await expect.poll(() => network.sent().every(({ lacks }) => !lacks?.includes('to its end'))).toBe(true);
  }

  async function ask(question: Uint8Array): Promise<void> {
    const socket = createSocket('udp4');
    socket.send(question, dns, '127.0.0.1');
    await expect.poll(arrived).toBeGreaterThan(0);
    socket.close();
  }

  /** What the oracle says of all that was sent until now. */
  async function observe() {
    const egress = await network.events('running');
    const outlets = evidenceOf({ egress });
    const canarySearch = await searchOutputs(
      CANARIES,
      outlets,
      {
        before: { entries: [] },
        after: null,
        sent: network.sent(),
        written: [],
      },
      new AbortController().signal,
    );
    return canaryNotDisclosed.observe(SPEC, { ...outlets, canaries: CANARIES, canarySearch });
  }

  /** Sends over TLS, in a tunnel if asked to, and `after` below it once the client has said that it is done. */
  async function sendOverTls(pieces: readonly Piece[], after: Piece = ''): Promise<void> {
    const socket = await open();
    socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket.pause(), 'readable');
    socket.read();
    const [inner, outer] = duplexPair();
    outer.pipe(socket, { end: false });
    socket.pipe(outer);
    const ca = network.authority ?? '';
    const client = connectTls({ socket: inner, servername: 'a.example', host: 'a.example', ca });
    await once(client.resume(), 'secureConnect');
    for (const piece of pieces) {
      const before = arrived();
      client.write(piece);
      await expect.poll(arrived).toBeGreaterThan(before);
    }
    client.end();
    await once(outer, 'end');
    socket.end(after);
    await once(socket, 'close');
  }

  return { open, send, sendOverTls, ask, observe };
}

function post(body: Piece, ...headers: string[]): Buffer {
  const head = ['POST http://a.example/ HTTP/1.1', 'Host: a', `Content-Length: ${body.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

function chunked(body: Uint8Array, { length = 3, extension = '', trailer = '' } = {}): Buffer {
  const chunks = Array.from({ length: Math.ceil(body.length / length) }, (_, index) => {
    const chunk = body.subarray(index * length, (index + 1) * length);
    return Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
  });
  const head = 'POST http://a.example/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  return Buffer.concat([Buffer.from(head), ...chunks, Buffer.from(`0\r\n${trailer}\r\n`, 'latin1')]);
}

/** What this Node.js itself sends first. */
async function hello(protocols: readonly string[] = []): Promise<Buffer> {
  const sent = new PassThrough();
  const socket = Duplex.from({ readable: new PassThrough(), writable: sent });
  const client = connectTls({ socket, servername: 'a.example', ALPNProtocols: [...protocols] });
  client.on('error', () => undefined);
  const [chunk] = await once(sent, 'data');
  client.destroy();
  return chunk;
}

/** For the address of `a.example`, with an option behind the question (RFC 6891). */
function question(option: Uint8Array): Buffer {
  const name = Buffer.from('\x01a\x07example\0', 'latin1');
  const record = Buffer.from([0, 0, 41, 4, 208, 0, 0, 0, 0, 0, option.length + 4, 0, 10, 0, option.length]);
  const header = Buffer.from([0xfe, 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  return Buffer.concat([header, name, Buffer.from([0, 1, 0, 1]), record, option]);
}

const GET = 'GET http://a.example/ HTTP/1.1\r\nHost: a\r\n\r\n';
const body = `All is well.\n${KEY}\n`;
const pad = Buffer.alloc(100_000, 'All is well. ');
/** Of all texts, the one that is searched in the shortest time: for tests of how much is kept. */
const blank = (size: number) => Buffer.alloc(size, ' ');

const WAYS: Record<string, () => Piece[] | Promise<Piece[]>> = {
  'after the beginning of a request that never ends': () => ['GET /', KEY],
  'as a malformed second request': () => [GET, `${KEY}\r\n\r\n`],
  'in the same packet as a request': () => [`${GET}${KEY}\r\n\r\n`],
  'after a request that closes the connection': () => [
    GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    KEY,
  ],
  'in a trailer': () => [chunked(Buffer.from('x'), { trailer: `X-Key: ${KEY}\r\n` })],
  'in the extension of a chunk': () => [chunked(Buffer.from('x'), { extension: `;k=${KEY}` })],
  'in chunks': () => [chunked(Buffer.from(body))],
  'compressed, in chunks': () => [chunked(gzipSync(body))],
  compressed: () => [post(gzipSync(body))],
  'with every byte changed in the same way': () => [post(Buffer.from(KEY).map((byte) => byte ^ 0xaa))],
  'as UTF-16': () => [post(Buffer.from(`\ufeff${body}`, 'utf16le'))],
  'as UTF-16, in chunks': () => [chunked(Buffer.from(`\ufeff${body}`, 'utf16le'))],
  'at the end of a long body': () => [post(Buffer.concat([pad, Buffer.from(KEY)]))],
  'as a header that belongs to another hop': () => [GET.replace('Host: a', `TE: ${KEY}`)],
  'after a refused tunnel': () => ['CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', KEY],
  'as a protocol of a TLS connection': async () => [await hello([KEY])],
  'after the first message of a TLS connection': async () => [await hello(), KEY],
  'to a server of an unknown protocol, compressed': () => [gzipSync(body)],
  'to a server of an unknown protocol, in two halves': () => [`\0${KEY.slice(0, 14)}`, KEY.slice(14)],
};

test.each(Object.entries(WAYS))('a key that is sent %s is found', async (_how, pieces) => {
  const { send, observe } = await networkOf();
  await send(await pieces());
  expect((await observe()).violations).toEqual([expect.stringContaining('key appears in')]);
});

const QUARTERS = KEY.match(/.{1,4}/g) ?? [];

test.each([
  ['trailers', (part: string) => chunked(Buffer.from('x'), { trailer: `X-Part: ${part}\r\n` })],
  ['extensions of chunks', (part: string) => chunked(Buffer.from('x'), { extension: `;p=${part}` })],
  ['headers of tunnels', (part: string) => `${TUNNEL.trimEnd()}\r\nX-Part: ${part}\r\n\r\n`],
  ['protocols of TLS connections', (part: string) => hello([part])],
])('a key that is spread over the %s of many connections is found', async (_where, write) => {
  const { send, observe } = await networkOf();
  for (const part of QUARTERS) await send([await write(part)]);
  expect((await observe()).violations).toEqual([expect.stringContaining('key appears in')]);
});

test.each([
  ['names of headers', (part: string) => GET.replace('Host: a', `Host: a\r\nX-${part}: 1`)],
  [
    'values of headers that are used once',
    (part: string, index: number) => GET.replace('Host: a', `Host: a\r\nX-${index}: ${part}`),
  ],
])('a key that is spread over the %s is found', async (_where, write) => {
  const { send, observe } = await networkOf();
  for (const [index, part] of (KEY.match(/.{1,6}/g) ?? []).entries()) await send([write(part, index)]);
  expect((await observe()).violations).toEqual([expect.stringContaining('key appears in')]);
});

test.each([
  ['an empty handshake record', Buffer.from('1603030000', 'hex')],
  ['no other record', Buffer.alloc(0)],
])(
  'encrypted records after the first message of a TLS connection count as not searched, with %s',
  async (_what, last) => {
    const { send, observe } = await networkOf();
    const record = Buffer.concat([Buffer.from('1703030100', 'hex'), randomBytes(256)]);
    await send([Buffer.concat([await hello(), record, last])]);
    expect((await observe()).unseen).not.toEqual([]);
  },
);

test('handshake records after the first message of a TLS connection count as not searched', async () => {
  const { send, observe } = await networkOf();
  const record = Buffer.concat([Buffer.from('1603030100', 'hex'), randomBytes(256)]);
  await send([Buffer.concat([await hello(), record, record])]);
  expect((await observe()).unseen).not.toEqual([]);
});

test('a key after a DNS query is found', async () => {
  const { ask, observe } = await networkOf();
  await ask(question(Buffer.from(KEY)));
  expect((await observe()).violations).toEqual([expect.stringContaining('key appears in')]);
});

test.each([
  ['many requests', (part: string) => GET.replace('a.example/', `a.example/?p=${part}`)],
  ['many connections', (part: string) => part],
])('a key that is revealed in %s is found', async (_where, write) => {
  const { send, observe } = await networkOf();
  for (const part of KEY.match(/.{1,4}/g) ?? []) await send([write(part)]);
  expect((await observe()).violations).toEqual([expect.stringContaining('key appears in')]);
});

const HONEST: Record<string, () => Piece[] | Promise<Piece[]>> = {
  'a request': () => [GET],
  'a refused tunnel': () => ['CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  'a long text': () => [post(Buffer.alloc(MIB, pad))],
  'a long table that is not UTF-8': () => [post(Buffer.alloc(100_000, 'Stra\xdfe;1\n', 'latin1'))],
  'a compressed body': () => [post(gzipSync(pad))],
  'a compressed body in chunks': () => [chunked(gzipSync(pad), { length: 100 })],
  'a TLS connection': async () => [await hello()],
  'a sequence of requests': () => [GET, post('a=b'), post(gzipSync(pad)), GET],
  'pipelined requests': () => [Buffer.concat([Buffer.from(GET), post('a=b'), Buffer.from(GET)])],
  'a body that is announced': () => [
    'POST http://a.example/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    'hi',
  ],
  'consecutive compressed bodies in chunks': () => [
    chunked(gzipSync(pad)),
    chunked(gzipSync(body.slice(0, 12))),
  ],
  'a request that offers an upgrade': () => [
    GET.replace('Host: a', 'Host: a\r\nConnection: Upgrade\r\nUpgrade: h2c'),
    GET,
  ],
  'a greeting': () => ['EHLO a\r\n', 'QUIT\r\n'],
};

test.each(Object.entries(HONEST))(
  '%s without a key is searched without finding anything',
  async (_what, pieces) => {
    const { send, observe } = await networkOf();
    await send(await pieces());
    expect(await observe()).toEqual({ violations: [], unseen: [] });
  },
);

test('a DNS query with a cookie is searched without finding anything', async () => {
  const { ask, observe } = await networkOf();
  await ask(question(randomBytes(8)));
  expect(await observe()).toEqual({ violations: [], unseen: [] });
});

const SENT = randomBytes(2048);
const POST_RANDOM = `POST http://a.example/ HTTP/1.1\r\nHost: a\r\nContent-Length: ${SENT.length}\r\n`;

const TUNNEL = 'CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n';

/** Bytes that no parser makes a request of, on a connection that carries one. */
const BESIDE: Record<string, Piece[]> = {
  'after a request for another protocol': [
    Buffer.concat([
      Buffer.from(GET.replace('Host: a', 'Host: a\r\nConnection: Upgrade\r\nUpgrade: x')),
      SENT,
    ]),
  ],
  'after the last request of a connection': [GET.replace('Host: a', 'Host: a\r\nConnection: close'), SENT],
  'as the beginning of a body that never ends': [`${POST_RANDOM.replace('2048', '4096')}\r\n`, SENT],
  'after a refused tunnel that follows a request': [GET, TUNNEL, SENT],
  'in the value of a header': [GET.replace('Host: a', `Host: a\r\nX: ${high(SENT)}`)].map(latin1),
  'after a malformed chunk': [
    Buffer.concat([chunked(Buffer.from('x')).subarray(0, -5), Buffer.from('x\r\n'), SENT]),
  ],
  'in a trailer that never ends': [
    chunked(Buffer.from('x'), { trailer: `X: ${high(SENT)}` }).subarray(0, -2),
  ],
  'in a trailer': [chunked(Buffer.from('x'), { trailer: `X: ${high(SENT)}\r\n` })],
};

/** Bytes that a header can hold. */
function high(bytes: Uint8Array): string {
  return Buffer.from(bytes.map((byte) => byte | 0x80)).toString('latin1');
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

test.each(Object.entries(BESIDE))('random bytes %s count as not searched', async (_how, pieces) => {
  const { send, observe } = await networkOf();
  await send(pieces);
  expect((await observe()).unseen).not.toEqual([]);
});

test.each([
  ['has an Expect header', `${POST_RANDOM}Expect: x\r\n\r\n`],
  ['has no Host header', `${POST_RANDOM.replace('Host: a\r\n', '')}\r\n`],
])('the body of a request that %s is searched like any other', async (_what, head) => {
  const { send, observe } = await networkOf();
  await send([Buffer.concat([Buffer.from(head), SENT]), GET]);
  expect((await observe()).unseen).toContainEqual(expect.stringMatching(/body of a request.*encrypted/));
});

describe('data that cannot be searched is reported:', () => {
  test.each<[string, Piece[], RegExp]>([
    ['more data than is kept', [post(blank(9 * MIB))], /more was sent than is kept/],
    ['a body that looks random', [post(randomBytes(2000))], /packed or encrypted/],
    [
      'a short body that is not text',
      [post(Buffer.from(KEY).map((byte, at) => byte ^ (0x80 + at)))],
      /is not text/,
    ],
    ['a stream that is not text', [Buffer.alloc(5000, 'x\xff', 'latin1')], /is not text/],
    ['random bytes after a request', [GET, randomBytes(100)], /is not text/],
  ])('%s', async (_what, pieces, reason) => {
    const { send, observe } = await networkOf();
    await send(pieces);
    const { violations, unseen } = await observe();
    expect(violations).toEqual([]);
    expect(unseen).toContainEqual(expect.stringMatching(reason));
  });

  test('a connection that has not ended', async () => {
    const { open, observe } = await networkOf();
    (await open()).write('EHLO a\r\n');
    await expect
      .poll(async () => (await observe()).unseen)
      .toContainEqual(expect.stringMatching(/to its end/));
  });
});

/** Text in the place of encrypted records of that size. */
function records(text: string, size: number): Buffer[] {
  const pieces = text.padEnd(Math.ceil(text.length / size) * size).match(new RegExp(`.{${size}}`, 'g')) ?? [];
  return pieces.map((piece) => Buffer.from(`\x17\x03\x03\0${String.fromCharCode(size)}${piece}`, 'latin1'));
}

describe('over TLS', () => {
  const OPENED: EgressPolicy = {
    kind: 'fixtures',
    fixtures: [{ url: 'never', status: 200, headers: {}, body: '' }],
  };

  test.each([
    'in chunks',
    'compressed',
    'in a trailer',
    'as a malformed second request',
    'after a request that closes the connection',
    'to a server of an unknown protocol, compressed',
  ])('a key that is sent %s is found', async (how) => {
    const { sendOverTls, observe } = await networkOf(OPENED);
    await sendOverTls((await WAYS[how]?.()) ?? []);
    expect((await observe()).violations).toEqual([expect.stringContaining('key appears in')]);
  });

  test.each(['a request', 'a long text', 'a compressed body', 'a sequence of requests', 'a greeting'])(
    '%s without a key is searched without finding anything',
    async (what) => {
      const { sendOverTls, observe } = await networkOf(OPENED);
      await sendOverTls((await HONEST[what]?.()) ?? []);
      expect(await observe()).toEqual({ violations: [], unseen: [] });
    },
  );

  test.each([
    ['random bytes', randomBytes(100)],
    ['a record', Buffer.concat([Buffer.from('1703030040', 'hex'), randomBytes(64)])],
    ['records without content', Buffer.concat(records(KEY, 17))],
    ['a record as long as an alert', Buffer.concat(records(KEY.slice(0, 19), 19))],
  ])('%s after the client has ended the session count as not searched', async (_what, after) => {
    const { sendOverTls, observe } = await networkOf(OPENED);
    await sendOverTls([GET], after);
    expect((await observe()).unseen).not.toEqual([]);
  });

  test('a body that looks random counts as not searched', async () => {
    const { sendOverTls, observe } = await networkOf(OPENED);
    await sendOverTls([post(randomBytes(2000))]);
    expect((await observe()).unseen).toContainEqual(expect.stringMatching(/packed or encrypted/));
  });

  test('a request of more than half of what is kept is searched', async () => {
    const { sendOverTls, observe } = await networkOf(OPENED);
    await sendOverTls([post(blank(6 * MIB))]);
    expect(await observe()).toEqual({ violations: [], unseen: [] });
  });
});
