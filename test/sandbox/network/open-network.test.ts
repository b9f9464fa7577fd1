import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { encodeFrame } from '../../../src/sandbox/bytes/frames.ts';
import { openNetwork, type StartCarrier } from '../../../src/sandbox/network/open-network.ts';
import { FRAME } from '../../../src/sandbox/network/pipe/frame-types.ts';
import { WINDOW_BYTES } from '../../../src/sandbox/network/pipe/multiplexed-connection.ts';
import { MAX_PIPELINED, type RequestHandler } from '../../../src/sandbox/network/pipe/serve-requests.ts';
import { startLocally } from '../../fakes/local-carrier.ts';

const MIB = 1024 ** 2;
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const READY = encodeFrame(FRAME.ready, 0, Buffer.from([0, 1, 0, 2, 0, 3]));

/** The program that runs in sandboxes, on this machine's loopback. */
async function networkWith(gateway: RequestHandler | null) {
  const network = await openNetwork(startLocally, { gateway, policy: { kind: 'deny' } });
  onTestFinished(() => network[Symbol.dispose]());
  return { ...network, url: network.gatewayUrl ?? '' };
}

async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A question for the address of `docs.example`. */
function questionFor(id: number): Buffer {
  const header = Buffer.from([id >> 8, id & 255, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([header, Buffer.from('\x04docs\x07example\0\0\x01\0\x01', 'latin1')]);
}

/** Until it no longer grows: what is still on its way would hide a leak. */
async function largest(measure: () => number): Promise<number> {
  let [seen, quiet] = [0, 0];
  while (quiet < 20) {
    await sleep(10);
    quiet = measure() > seen ? 0 : quiet + 1;
    seen = Math.max(seen, measure());
  }
  return seen;
}

test('a request reaches the handler with its method, path, headers and body, and gets its answer', async () => {
  const { url } = await networkWith(async (request) =>
    Response.json(
      {
        method: request.method,
        url: request.url,
        header: request.headers.get('x-one'),
        body: await request.text(),
      },
      { status: 201, headers: { 'x-two': 'b' } },
    ),
  );
  const answer = await fetch(`${url}/v1/a?b=c`, { method: 'POST', body: 'words', headers: { 'x-one': 'a' } });
  expect([answer.status, answer.headers.get('x-two')]).toEqual([201, 'b']);
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: 'http://gateway.invalid/v1/a?b=c',
    header: 'a',
    body: 'words',
  });
});

test('a handler that fails breaks only its own connection', async () => {
  const { url } = await networkWith(async (request) => {
    if (request.url.endsWith('/bad')) throw new Error('broken');
    return new Response('fine');
  });
  await expect(fetch(`${url}/bad`)).rejects.toThrow();
  expect(await (await fetch(`${url}/good`)).text()).toBe('fine');
});

test('a hundred megabytes pass in each direction with little buffered at once', async () => {
  const { url, pipe } = await networkWith(async (request) => new Response(request.body));
  const block = Buffer.alloc(MIB, 'assay');
  let [sent, held] = [0, 0];
  const body = new ReadableStream({
    pull(controller) {
      held = Math.max(held, pipe.bufferedBytes);
      if (sent++ < 100) controller.enqueue(block);
      else controller.close();
    },
  });
  const answer = await fetch(url, { method: 'POST', body, duplex: 'half' });
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    hash.update(chunk);
    size += chunk.length;
  }
  const expected = createHash('sha256');
  for (let count = 0; count < 100; count++) expected.update(block);
  expect(size).toBe(100 * MIB);
  expect(hash.digest('hex')).toBe(expected.digest('hex'));
  expect(held).toBeLessThan(4 * WINDOW_BYTES);
});

test('a hundred concurrent connections do not mix', async () => {
  const { url } = await networkWith(async (request) => new Response(request.body));
  const bodies = Array.from({ length: 100 }, (_, index) => `${index} `.repeat(20_000));
  const answers = bodies.map(async (body) => (await fetch(url, { method: 'POST', body })).text());
  expect((await Promise.all(answers)).map((text, index) => text === bodies[index])).toEqual(
    bodies.map(() => true),
  );
});

test('connections beyond those that are carried wait, even if clients keep the others open', async () => {
  const { url, events } = await networkWith(async () => new Response('fine'));
  const sockets = await Promise.all(Array.from({ length: 600 }, () => connectTo(url)));
  const answers = sockets.map(async (socket) => {
    socket.write(GET);
    return `${(await once(socket, 'data'))[0]}`.slice(0, 15);
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  expect(await events('running')).toEqual([]);
});

test('what waits until its client has ended is read after that', async () => {
  const { url, env, events } = await networkWith(async () => new Response('fine'));
  const silent = await Promise.all(Array.from({ length: 300 }, () => connectTo(url)));
  const last = await connectTo(env.HTTP_PROXY ?? '');
  last.end('GET http://docs.example/last HTTP/1.1\r\nHost: docs.example\r\n\r\n');
  await once(last, 'finish');
  for (const socket of silent) socket.destroy();
  await expect
    .poll(() => events('running'))
    .toMatchObject([{ kind: 'http', host: 'docs.example', path: '/last' }]);
});

test('a peer that stops reading blocks no one and is sent at most a window', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(MIB)) });
  const { url, pipe } = await networkWith(async (request) =>
    request.url.endsWith('/endless') ? new Response(endless) : new Response('fine'),
  );
  const stalled = await connectTo(url);
  stalled.pause().write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await largest(() => pipe.bufferedBytes)).toBeLessThan(MIB + 2 * WINDOW_BYTES);
  expect(await (await fetch(url)).text()).toBe('fine');
});

test('a handler that stops reading blocks no one, and little is buffered for it', async () => {
  const never = new Promise<Response>(() => undefined);
  const { url, pipe } = await networkWith((request) =>
    request.url.endsWith('/deaf') ? never : Promise.resolve(new Response('fine')),
  );
  const flood = await connectTo(url);
  flood.write('POST /deaf HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
  const block = Buffer.alloc(MIB);
  let taken = 0;
  while (flood.writableLength < 4 * MIB) {
    flood.write(block);
    taken += MIB;
    await sleep(1);
  }
  expect(await largest(() => pipe.bufferedBytes)).toBeLessThanOrEqual(2 * WINDOW_BYTES);
  expect(taken).toBeLessThan(100 * MIB);
  expect(await (await fetch(url)).text()).toBe('fine');
});

test('garbage on a listener ends only that connection', async () => {
  const { url } = await networkWith(async () => new Response('fine'));
  const socket = await connectTo(url);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.resume().on('error', () => undefined);
  socket.write(Buffer.alloc(MIB, 0xff));
  await closed;
  expect(await (await fetch(url)).text()).toBe('fine');
});

test('thousands of questions at once are all recorded and answered', async () => {
  const { pipe, events } = await networkWith(null);
  const { dns } = await pipe.ready();
  const client = createSocket('udp4');
  onTestFinished(() => void client.close());
  client.connect(dns, '127.0.0.1');
  await once(client, 'connect');
  let answers = 0;
  client.on('message', () => {
    answers += 1;
  });
  for (let id = 0; id < 2000; id++) client.send(questionFor(id));
  await expect.poll(() => answers, { timeout: 20_000 }).toBe(2000);
  expect((await events('running')).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 2000 }, () => 'dns'),
  );
});

test('pipelined requests reach the handler one at a time', async () => {
  let [taken, open, mostOpen] = [0, 0, 0];
  const { url } = await networkWith(async () => {
    taken += 1;
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    await sleep(1);
    open -= 1;
    return new Response(`${taken}`);
  });
  const socket = await connectTo(url);
  let answers = '';
  socket.on('data', (bytes) => {
    answers += bytes;
  });
  socket.write(GET.repeat(MAX_PIPELINED));
  await expect.poll(() => answers.match(/\r\n\d+\r\n0\r\n/g)).toHaveLength(MAX_PIPELINED);
  expect([taken, mostOpen]).toEqual([MAX_PIPELINED, 1]);
});

test('a connection with too many pipelined requests is closed, and the next one is served', async () => {
  let taken = 0;
  const { url } = await networkWith(async ({ url: asked }) => {
    taken += 1;
    return asked.endsWith('/fine') ? new Response('fine') : new Promise(() => undefined);
  });
  const socket = await connectTo(url);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.resume().on('error', () => undefined);
  socket.write(GET.repeat(5000));
  await closed;
  expect(await (await fetch(`${url}/fine`)).text()).toBe('fine');
  expect(taken).toBeLessThanOrEqual(2);
});

test('a flood of frames is processed one per turn, and its carrier is paused meanwhile', async () => {
  const told: string[] = [];
  const listeners: Parameters<StartCarrier>[0][] = [];
  const starting = openNetwork(
    async (listener) => {
      listeners.push(listener);
      return {
        send: () => void told.push('reset'),
        pause: () => void told.push('pause'),
        resume: () => void told.push('resume'),
        [Symbol.dispose]: () => undefined,
      };
    },
    { gateway: null, policy: { kind: 'deny' } },
  );
  await nextTurn();
  const opening = (id: number) =>
    encodeFrame(
      FRAME.open,
      id,
      Buffer.concat([Buffer.from([0, 127, 0, 0, 1, 0, 80, 127, 0, 0, 1, 156, 64]), Buffer.alloc(8)]),
    );
  const openings = Array.from({ length: 100 }, (_, index) => opening(index + 1));
  listeners[0]?.onBytes(Buffer.concat([READY, ...openings]));
  expect(told).toEqual(['pause']);
  using _network = await starting;
  const takenInTurns: number[] = [];
  while (!told.includes('resume')) {
    const before = told.length;
    await nextTurn();
    takenInTurns.push(told.slice(before).filter((what) => what === 'reset').length);
  }
  expect(Math.max(...takenInTurns)).toBe(1);
});

test('without a gateway there is no gateway URL', async () => {
  const { gatewayUrl } = await networkWith(null);
  expect(gatewayUrl).toBeNull();
});

test('a program that cannot start is an error with its reason', async () => {
  const starting = openNetwork(
    async ({ onEnd }) => {
      onEnd('its process ended with exit code 1: EADDRINUSE');
      const nothing = () => undefined;
      return { send: nothing, pause: nothing, resume: nothing, [Symbol.dispose]: nothing };
    },
    { gateway: null, policy: { kind: 'deny' } },
  );
  await expect(starting).rejects.toMatchObject({
    code: 'SANDBOX_FAILED',
    message: expect.stringMatching(/exit code 1: EADDRINUSE/),
  });
});
