import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Fetched } from '../../../src/contracts/fetched.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { fetchBounded } from '../../../src/sources/http/fetch-bounded.ts';
import { type ReachPolicy, resolveHost } from '../../../src/sources/http/reach.ts';
import { serve } from './serve.ts';

const LOOPBACK: ReachPolicy = {
  allowPrivate: false,
  allowLoopback: true,
  allowHttp: false,
  resolve: resolveHost,
};
const LIMITS = { ...DEFAULT_SOURCE_LIMITS, requestSeconds: 5 };

function fetch(
  url: string,
  over: { reach?: Partial<ReachPolicy>; limits?: Partial<typeof LIMITS>; signal?: AbortSignal } = {},
) {
  const terms = {
    reach: { ...LOOPBACK, ...over.reach },
    limits: { ...LIMITS, ...over.limits },
    signal: over.signal ?? new AbortController().signal,
  };
  return fetchBounded({ url, accept: '*/*', maxBytes: 1000 }, terms);
}

function reasonOf(fetched: Fetched): string {
  return fetched.status === 'failed' ? fetched.reason : `status ${fetched.httpStatus}`;
}

function textOf(fetched: Fetched): string | null {
  return fetched.status === 'answered' ? Buffer.from(fetched.body).toString() : null;
}

describe('an answer', () => {
  test('comes with its status, type and bytes', async () => {
    const { origin } = await serve((_request, response) => {
      response.setHeader('content-type', 'text/markdown; charset=utf-8').end('hello');
    });
    expect(await fetch(`${origin}/x`)).toEqual({
      status: 'answered',
      url: `${origin}/x`,
      redirects: [],
      httpStatus: 200,
      contentType: 'text/markdown; charset=utf-8',
      body: Buffer.from('hello'),
    });
  });

  test.each([404, 500, 204, 304])('with status %i has no body', async (status) => {
    const { origin } = await serve((_request, response) => response.writeHead(status).end('secret page'));
    expect(await fetch(origin)).toMatchObject({
      status: 'answered',
      httpStatus: status,
      body: new Uint8Array(),
    });
  });

  test('is requested without cookies, credentials or encodings', async () => {
    const seen: unknown[] = [];
    const { origin } = await serve(({ headers }, response) => {
      seen.push(headers);
      response.setHeader('set-cookie', 'a=b').end('x');
    });
    await fetch(origin.replace('http://', 'http://me:secret@'));
    expect(seen).toEqual([
      expect.objectContaining({ 'accept-encoding': 'identity', 'user-agent': 'skill-assay' }),
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/cookie|authorization|secret/);
  });

  test.each([
    ['gzip', gzipSync('packed')],
    ['deflate', deflateSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['identity', Buffer.from('packed')],
  ])('in %s is decoded, even though it was not requested', async (encoding, bytes) => {
    const { origin } = await serve((_request, response) => {
      response.setHeader('content-encoding', encoding).end(bytes);
    });
    expect(textOf(await fetch(origin))).toBe('packed');
  });
});

describe('a hostile answer ends', () => {
  test.each<[string, (response: ServerResponse) => unknown, string]>([
    [
      'that announces too much',
      (response) => response.writeHead(200, { 'content-length': 9999 }).write('x'),
      'too-large',
    ],
    ['that never ends', endless, 'too-large'],
    [
      'that is a gzip bomb',
      (response) => encoded(response, 'gzip', gzipSync(Buffer.alloc(200_000))),
      'too-large',
    ],
    [
      'that is a brotli bomb',
      (response) => encoded(response, 'br', brotliCompressSync(Buffer.alloc(2_000_000))),
      'too-large',
    ],
    ['that is not gzip', (response) => encoded(response, 'gzip', Buffer.from('plain')), 'encoding-broken'],
    [
      'in an unknown encoding',
      (response) => encoded(response, 'zstd, gzip', Buffer.from('x')),
      'encoding-broken',
    ],
    ['that is cut off', (response) => cut(response), 'unreachable'],
    ['that is not HTTP', (response) => response.socket?.end('SSH-2.0-x\r\n'), 'unreachable'],
    [
      'with endless headers',
      (response) => response.socket?.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`),
      'unreachable',
    ],
  ])('%s', async (_what, answer, reason) => {
    const { origin } = await serve((_request, response) => void answer(response));
    expect(reasonOf(await fetch(origin))).toBe(reason);
  });

  test.each<[string, (response: ServerResponse) => unknown, number | null]>([
    ['that never begins', () => null, null],
    ['that stops half-way', (response) => response.writeHead(200).write('x'), 200],
    ['that drips', (response) => setInterval(() => response.write('x'), 20).unref(), 200],
  ])('%s at the time limit', async (_what, answer, httpStatus) => {
    const { origin } = await serve((_request, response) => void answer(response));
    const fetched = await fetch(origin, { limits: { requestSeconds: 1 } });
    expect(fetched).toMatchObject({ status: 'failed', reason: 'timeout', httpStatus });
  });

  test('of a name server that never answers at the time limit', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const fetched = await fetch('https://slow.example', {
      reach: { resolve },
      limits: { requestSeconds: 0.1 },
    });
    expect(reasonOf(fetched)).toBe('timeout');
  });

  test('when the user aborts, with the user’s reason', async () => {
    const { origin } = await serve(() => null);
    const stop = new AbortController();
    const fetched = fetch(origin, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(fetched).rejects.toThrow('enough');
  });
});

function encoded(response: ServerResponse, encoding: string, bytes: Uint8Array): void {
  response.setHeader('content-encoding', encoding).end(bytes);
}

function endless(response: ServerResponse): void {
  response.on('drain', () => response.write('x'.repeat(500)));
  while (response.write('x'.repeat(500)));
}

function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 500 });
  response.write('x', () => response.destroy());
}

describe('a redirect', () => {
  const chain = () =>
    serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.end('there');
      else response.writeHead(302, { location: `/${step - 1}` }).end();
    });

  test('is followed, up to five times', async () => {
    const { origin } = await chain();
    expect(await fetch(`${origin}/5`)).toMatchObject({
      url: `${origin}/0`,
      redirects: [5, 4, 3, 2, 1].map((step) => `${origin}/${step}`),
    });
    expect(reasonOf(await fetch(`${origin}/6`))).toBe('too-many-redirects');
  });

  test.each([301, 303, 307, 308])('may have status %i', async (status) => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/') response.writeHead(status, { location: 'there' }).end();
      else response.end('x');
    });
    expect(await fetch(origin)).toMatchObject({ httpStatus: 200, url: `${origin}/there` });
  });

  test.each([
    ['without a location is an answer', {}, 'status 302'],
    ['to an invalid URL is broken', { location: 'http://[' }, 'redirect-broken'],
    ['to another scheme is refused', { location: 'file:///etc/passwd' }, 'scheme-refused'],
    ['to another machine without TLS is refused', { location: 'http://host.example/' }, 'scheme-refused'],
    ['to an internal network is refused', { location: 'https://10.0.0.1/' }, 'address-refused'],
    [
      'to a cloud metadata address is refused',
      { location: 'https://169.254.169.254/latest' },
      'address-refused',
    ],
    ['to itself ends', { location: '/' }, 'too-many-redirects'],
  ])('%s', async (_what, headers, reason) => {
    const { origin } = await serve((_request, response) => response.writeHead(302, headers).end());
    expect(reasonOf(await fetch(origin))).toBe(reason);
  });
});

describe('an address', () => {
  test('is looked up once, and the connection goes to that address', async () => {
    const { port, asked } = await serve((_request, response) => response.end('there'));
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '10.0.0.2', family: 4 }];
    const fetched = await fetch(`http://rebind.localhost:${port}/x`, { reach: { resolve } });
    expect(textOf(fetched)).toBe('there');
    expect(asked).toEqual(['/x']);
    expect(answers).toEqual(['10.0.0.1']);
  });

  test('is looked up and checked again for every hop', async () => {
    const { port, asked } = await serve((_request, response) =>
      response.writeHead(302, { location: '/next' }).end(),
    );
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    expect(reasonOf(await fetch(`http://rebind.localhost:${port}/x`, { reach: { resolve } }))).toBe(
      'address-refused',
    );
    expect(asked).toEqual(['/x']);
  });

  test('of an internal network is refused unless it is allowed', async () => {
    const { port, asked } = await serve((_request, response) => response.end('inner'));
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const url = `http://inner.example:${port}/`;
    const terms = { allowHttp: true, allowLoopback: false, resolve };
    expect(reasonOf(await fetch(url, { reach: terms }))).toBe('address-refused');
    expect(asked).toEqual([]);
    expect(textOf(await fetch(url, { reach: { ...terms, allowPrivate: true } }))).toBe('inner');
  });

  test('that is not public makes the whole host refused, even among public ones', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(reasonOf(await fetch('https://mixed.example', { reach: { resolve } }))).toBe('address-refused');
  });

  test('of this machine is refused for a name that does not imply it', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect(reasonOf(await fetch('https://sly.example', { reach: { resolve } }))).toBe('address-refused');
  });

  test('that a name does not have is reported', async () => {
    const resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));
    expect(reasonOf(await fetch('https://gone.example', { reach: { resolve } }))).toBe('name-unresolved');
  });

  test.each(['http://2130706433/', 'http://0x7f.1/', 'http://127.1/', 'https://[::ffff:10.0.0.1]/'])(
    'written as %s is checked like any other',
    async (url) => {
      const reach = { allowLoopback: false, allowHttp: true };
      expect(reasonOf(await fetch(url, { reach }))).toBe('address-refused');
    },
  );
});
