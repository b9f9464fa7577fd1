import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, encodeNumber, type Frame, frameReader } from '../../../../src/sandbox/bytes/frames.ts';
import { FRAME } from '../../../../src/sandbox/network/pipe/frame-types.ts';
import {
  type MultiplexedConnection,
  WINDOW_BYTES,
} from '../../../../src/sandbox/network/pipe/multiplexed-connection.ts';
import { Multiplexer } from '../../../../src/sandbox/network/pipe/multiplexer.ts';

const PLACE = Buffer.from([2, 127, 0, 0, 1, 0, 80]);
const CLIENT = Buffer.from([127, 0, 0, 1, 156, 64]);
const SERVER_SOCKET = Buffer.alloc(8);
const OPENED = Buffer.concat([PLACE, CLIENT, SERVER_SOCKET]);
const QUESTION_PLACE = Buffer.from([3, 127, 0, 0, 1, 0, 53]);
const QUESTION_OPENED = Buffer.concat([QUESTION_PLACE, CLIENT, SERVER_SOCKET]);
const unread = (place: Buffer, count: number) => Buffer.concat([place, encodeNumber(count)]);
const PORTS = encodeFrame(FRAME.ready, 0, Buffer.from([0, 1, 0, 2, 0, 3]));
const KIB = 1024;

/** A pipe whose other end is the test. */
function openPipe() {
  const sent: Frame[] = [];
  const connections: MultiplexedConnection[] = [];
  let closings = 0;
  const pipe = new Multiplexer({
    send: frameReader((frame) => sent.push(frame)),
    onConnection: (connection) => connections.push(connection),
    inTurn: (work) => work(),
    onClosed: () => {
      closings += 1;
    },
  });
  const inside = (type: number, id: number, payload?: Uint8Array) =>
    pipe.receive(encodeFrame(type, id, payload));
  const connect = (id: number) => {
    inside(FRAME.open, id, OPENED);
    const connection = connections.at(-1);
    if (connection === undefined) throw new Error('nothing was opened');
    return connection;
  };
  const sentOf = (type: number) => sent.filter((frame) => frame.type === type);
  const sentBytes = () => sentOf(FRAME.data).reduce((sum, { payload }) => sum + payload.length, 0);
  return { pipe, inside, connect, sentOf, sentBytes, closings: () => closings };
}

test('the inside reports its ports', async () => {
  const { pipe } = openPipe();
  pipe.receive(PORTS);
  expect(await pipe.ready()).toEqual({ gateway: 1, proxy: 2, dns: 3 });
});

test('each side can end its half and continue with the other', async () => {
  const { inside, connect, sentOf } = openPipe();
  const connection = connect(1);
  inside(FRAME.data, 1, Buffer.from('question'));
  inside(FRAME.end, 1);
  expect(`${await buffer(connection)}`).toBe('question');
  connection.end('answer');
  await new Promise((resolve) => connection.on('close', resolve));
  expect(sentOf(FRAME.data).map(({ payload }) => `${payload}`)).toEqual(['answer']);
  expect(sentOf(FRAME.end)).toHaveLength(1);
  expect(sentOf(FRAME.reset)).toHaveLength(0);
});

test('incoming data reaches the tap at once, even if nobody reads it or the harness has closed', () => {
  const { inside, connect } = openPipe();
  const connection = connect(1);
  const shown: string[] = [];
  connection.tap = (bytes) => shown.push(`${bytes}`);
  inside(FRAME.data, 1, Buffer.from('unread'));
  connection.destroy();
  expect(connection.arrival.isOver).toBe(false);
  inside(FRAME.data, 1, Buffer.from('late'));
  expect(shown).toEqual(['unread', 'late']);
});

test.each([FRAME.end, FRAME.reset])(
  'once the inside has closed too (frame %i), no state of the connection is kept',
  (closing) => {
    const { inside, connect } = openPipe();
    const connection = connect(1);
    const shown: string[] = [];
    connection.tap = (bytes) => shown.push(`${bytes}`);
    connection.destroy();
    inside(FRAME.data, 1, Buffer.from('late'));
    inside(closing, 1);
    inside(FRAME.data, 1, Buffer.from('too late'));
    expect(shown).toEqual(['late']);
  },
);

describe.each([
  ['an end', FRAME.end, Buffer.alloc(0), 'isWhole'],
  ['a reset', FRAME.reset, Buffer.alloc(0), 'isWhole'],
  ['a reset that lost something', FRAME.reset, Buffer.of(1), 'isCut'],
] as const)('%s from the inside', (_, type, payload, known) => {
  test.each(['open', 'closed'])(
    'decides whether all data has arrived, while the harness has it %s',
    (state) => {
      const { inside, connect } = openPipe();
      const connection = connect(1);
      connection.tap = () => undefined;
      if (state === 'closed') connection.destroy();
      expect([connection.arrival.isWhole, connection.arrival.isCut]).toEqual([false, false]);
      inside(type, 1, payload);
      expect(connection.arrival[known]).toBe(true);
      expect(connection.arrival.isWhole).not.toBe(connection.arrival.isCut);
    },
  );
});

test('an inside that closes what the harness has closed can open any number of connections', () => {
  const { inside, connect, closings } = openPipe();
  for (let id = 1; id <= 1000; id++) {
    const connection = connect(id);
    connection.tap = () => undefined;
    connection.destroy();
    inside(FRAME.reset, id);
  }
  expect(closings()).toBe(0);
});

test('an inside that closes nothing cannot make the harness keep more and more', async () => {
  const { pipe, inside, connect, closings } = openPipe();
  for (let id = 1; id <= 256; id++) {
    const connection = connect(id);
    connection.tap = () => undefined;
    connection.destroy();
  }
  expect(closings()).toBe(0);
  inside(FRAME.open, 257, OPENED);
  expect(closings()).toBe(1);
  await expect(pipe.settle()).rejects.toThrow(/more connections than it can have/);
});

test('no more is sent than the other side has room for', () => {
  const { inside, connect, sentBytes } = openPipe();
  const connection = connect(1);
  connection.write(Buffer.alloc(3 * WINDOW_BYTES));
  expect(sentBytes()).toBe(WINDOW_BYTES);
  inside(FRAME.credit, 1, encodeNumber(5));
  expect(sentBytes()).toBe(WINDOW_BYTES + 5);
  expect(connection.write('more')).toBe(false);
});

test('the other side is granted room only for data that was read', async () => {
  const { pipe, inside, connect, sentOf } = openPipe();
  const connection = connect(1);
  inside(FRAME.data, 1, Buffer.alloc(64 * KIB));
  inside(FRAME.data, 1, Buffer.alloc(64 * KIB));
  expect(sentOf(FRAME.credit)).toHaveLength(0);
  expect(pipe.bufferedBytes).toBe(WINDOW_BYTES);
  while (connection.read() !== null);
  expect(sentOf(FRAME.credit).map(({ payload }) => payload.readUInt32BE())).toEqual([WINDOW_BYTES]);
  expect(pipe.bufferedBytes).toBe(0);
});

test('a reader that closes the connection is not given the rest of what came in', async () => {
  const { inside, connect } = openPipe();
  const connection = connect(1);
  let given = 0;
  connection.on('data', (bytes: Buffer) => {
    given += bytes.length;
    connection.destroy();
  });
  await nextTurn();
  inside(FRAME.data, 1, Buffer.alloc(64 * KIB));
  await new Promise((resolve) => connection.on('close', resolve));
  expect(given).toBe(16 * KIB);
});

test('frames may still arrive for a connection that the harness has closed', () => {
  const { inside, connect, sentOf, closings } = openPipe();
  connect(1).destroy();
  expect(sentOf(FRAME.reset)).toHaveLength(1);
  inside(FRAME.data, 1, Buffer.from('late'));
  inside(FRAME.end, 1);
  inside(FRAME.reset, 1);
  expect(closings()).toBe(0);
});

test('a connection that the inside resets ends here, and the others continue', async () => {
  const { inside, connect, closings } = openPipe();
  const [first, second] = [connect(1), connect(2)];
  inside(FRAME.reset, 1);
  expect(first.destroyed).toBe(true);
  inside(FRAME.data, 2, Buffer.from('still here'));
  expect(`${second.read()}`).toBe('still here');
  expect(closings()).toBe(0);
});

test('connections beyond the limit are reset, counted and use no memory', async () => {
  const { pipe, inside, connect, sentOf } = openPipe();
  for (let id = 1; id <= 300; id++) connect(id);
  expect(sentOf(FRAME.reset).map(({ id }) => id)).toEqual(
    Array.from({ length: 44 }, (_, index) => 257 + index),
  );
  const settling = pipe.settle();
  inside(FRAME.pong, 0, encodeNumber(0));
  await settling;
  expect(pipe.unread).toEqual([{ place: null, count: 44 }]);
});

test('connections that the inside could not read are known by their places, as of the last time', async () => {
  const { pipe, inside } = openPipe();
  const settle = async (places: Buffer[], others: number) => {
    const settling = pipe.settle();
    for (const place of places) inside(FRAME.unread, 0, place);
    inside(FRAME.pong, 0, encodeNumber(others));
    await settling;
    return pipe.unread;
  };
  const direct = { listener: 'direct', address: '127.0.0.1', port: 80 };
  const question = { listener: 'dns', address: '127.0.0.1', port: 53 };
  expect(await settle([], 0)).toEqual([]);
  expect(await settle([unread(PLACE, 3), unread(QUESTION_PLACE, 2)], 6)).toEqual([
    { place: direct, count: 3 },
    { place: question, count: 2 },
    { place: null, count: 6 },
  ]);
  expect(await settle([unread(PLACE, 4)], 0)).toEqual([{ place: direct, count: 4 }]);
});

test('questions for names have room beside all connections that there may be, and a limit of their own', () => {
  const { inside, connect, sentOf } = openPipe();
  for (let id = 1; id <= 256; id++) connect(id);
  for (let id = 257; id <= 513; id++) inside(FRAME.open, id, QUESTION_OPENED);
  expect(sentOf(FRAME.reset).map(({ id }) => id)).toEqual([513]);
});

test.each<[string, (inside: ReturnType<typeof openPipe>['inside']) => void, RegExp]>([
  ['a connection that was never opened', (inside) => inside(FRAME.data, 7), /7, which was never opened/],
  ['a second opening of a connection', (inside) => inside(FRAME.open, 1, OPENED), /connection 1 after 1/],
  ['an opening without a listener', (inside) => inside(FRAME.open, 2, Buffer.alloc(7, 9)), /unknown form/],
  ['a short opening', (inside) => inside(FRAME.open, 2, Buffer.alloc(3)), /unknown form/],
  ['an unknown type', (inside) => inside(99, 1), /a frame of type 99/],
  ['a type of the harness’s own', (inside) => inside(FRAME.ping, 1), /a frame of type 7/],
  ['a short credit', (inside) => inside(FRAME.credit, 1, Buffer.alloc(1)), /unknown form/],
  ['endless credit', (inside) => inside(FRAME.credit, 1, encodeNumber(2 ** 32 - 1)), /more credit/],
  ['an answer to nothing', (inside) => inside(FRAME.pong, 0, encodeNumber(0)), /nobody asked for/],
  [
    'a count of unread connections',
    (inside) => inside(FRAME.unread, 0, unread(PLACE, 1)),
    /nobody asked for/,
  ],
  ['a frame without a connection', (inside) => inside(FRAME.ping, 0), /0, which was never opened/],
  [
    'a second list of ports',
    (inside) => {
      inside(FRAME.ready, 0, Buffer.from([0, 1, 0, 2, 0, 3]));
      inside(FRAME.ready, 0, Buffer.from([0, 1, 0, 2, 0, 3]));
    },
    /ports a second time/,
  ],
  ['a malformed list of ports', (inside) => inside(FRAME.ready, 0), /ports of unknown form/],
  [
    'two ends',
    (inside) => {
      inside(FRAME.end, 1);
      inside(FRAME.end, 1);
    },
    /second end/,
  ],
  [
    'data after an end',
    (inside) => {
      inside(FRAME.end, 1);
      inside(FRAME.data, 1, Buffer.from('x'));
    },
    /after its end/,
  ],
  [
    'more data than there was room for',
    (inside) => {
      for (let sent = 0; sent <= WINDOW_BYTES; sent += 64 * KIB)
        inside(FRAME.data, 1, Buffer.alloc(64 * KIB));
    },
    /more data than it was given room for/,
  ],
])('%s closes the pipe with the reason', async (_what, misbehave, reason) => {
  const { pipe, inside, connect, closings } = openPipe();
  const connection = connect(1);
  misbehave(inside);
  expect(closings()).toBe(1);
  expect(connection.destroyed).toBe(true);
  await expect(pipe.settle()).rejects.toMatchObject({
    code: 'SANDBOX_FAILED',
    message: expect.stringMatching(reason),
  });
});

test.each([
  ['a short count of unread connections', [Buffer.alloc(4)], /nobody asked for/],
  ['a count for an unknown listener', [unread(Buffer.alloc(7, 9), 1)], /unknown form/],
  [
    'counts for more places than there may be',
    Array.from({ length: 1001 }, () => unread(PLACE, 1)),
    /more places/,
  ],
])('%s closes the pipe with the reason', async (_what, payloads, reason) => {
  const { pipe, inside, closings } = openPipe();
  const settling = pipe.settle();
  for (const payload of payloads) inside(FRAME.unread, 0, payload);
  await expect(settling).rejects.toThrow(reason);
  expect(closings()).toBe(1);
});

test('no output of a sandbox throws, or buffers more than the windows allow', () => {
  const frame = fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 3 }), fc.uint8Array({ maxLength: 12 }))
    .map(([type, id, payload]) => encodeFrame(type, id, type === FRAME.open ? OPENED : payload));
  const garbage = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: frame }, garbage), { maxLength: 40 }), (chunks) => {
      const { pipe } = openPipe();
      for (const chunk of chunks) pipe.receive(chunk);
      expect(pipe.bufferedBytes).toBeLessThanOrEqual(256 * WINDOW_BYTES);
      pipe.close('the test is over');
      expect(pipe.bufferedBytes).toBe(0);
    }),
  );
});

test('a frame is processed in its turn, and an end comes after what preceded it', () => {
  const turns: (() => void)[] = [];
  const opened: MultiplexedConnection[] = [];
  let closings = 0;
  const pipe = new Multiplexer({
    send: () => undefined,
    onConnection: (connection) => opened.push(connection),
    inTurn: (work) => turns.push(work),
    onClosed: () => {
      closings += 1;
    },
  });
  pipe.receive(Buffer.concat([1, 2].map((id) => encodeFrame(FRAME.open, id, OPENED))));
  pipe.end('it ended');
  const seen = turns.map((turn) => {
    turn();
    return [opened.length, closings];
  });
  expect(seen).toEqual([
    [1, 0],
    [2, 0],
    [2, 1],
  ]);
});

test('the first reason is the one that is reported', async () => {
  const { pipe } = openPipe();
  const ready = pipe.ready();
  pipe.close('it was killed');
  pipe.close('later');
  await expect(ready).rejects.toThrow('The byte pipe out of the sandbox was lost: it was killed.');
});
