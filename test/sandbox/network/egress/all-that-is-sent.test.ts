import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERYWHERE } from '../../../../src/sandbox/network/egress/reach.ts';
import { type EgressRecorder, recordEgress } from '../../../../src/sandbox/network/egress/record-egress.ts';
import { FRAME } from '../../../../src/sandbox/network/pipe/frame-types.ts';
import { MultiplexedConnection } from '../../../../src/sandbox/network/pipe/multiplexed-connection.ts';

type Kind = 'own' | 'question' | 'request' | 'stream';

const HEADER = Buffer.from([0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const [IDENTIFIER_BYTES, KEY] = [2, 'ak-q7w2e3r4t5y6u7i2o3p4a5s6d7f2g3h4'];

function question(name: string): Buffer {
  return Buffer.concat([HEADER, Buffer.from([name.length]), Buffer.from(`${name}\0\0\x01\0\x01`)]);
}

const BYTES: Record<Kind, Buffer> = {
  own: question('localhost'),
  question: question('vendor'),
  request: Buffer.from('POST http://a.example/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi'),
  stream: Buffer.from(`log: ${KEY}\n`),
};

const recorder = () =>
  recordEgress({
    policy: { kind: 'deny' },
    answers: [],
    outside: EVERYWHERE,
    authority: null,
    secrets: [],
    services: null,
  });

/** Sends so many connections of a kind, each of them whole. */
async function send({ handle }: EgressRecorder, kind: Kind, count: number): Promise<void> {
  const listener = kind === 'own' || kind === 'question' ? 'dns' : 'proxy';
  for (let index = 0; index < count; index++) {
    const connection = new MultiplexedConnection({ send: () => undefined, onClosed: () => undefined });
    handle(connection, {
      listener,
      address: '127.0.0.1',
      port: 53,
      client: { address: '127.0.0.1', port: 40_000 },
      serverSocket: 0,
    });
    connection.receive(FRAME.data, BYTES[kind]);
    connection.receive(FRAME.end, Buffer.alloc(0));
    if (index % 50 === 0) await settled();
  }
  await settled();
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

function textOf(sent: ReturnType<EgressRecorder['sent']>): string {
  return sent.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('\n');
}

test('queries for the sandbox itself do not crowd out what is sent later', async () => {
  const egress = recorder();
  await send(egress, 'own', 1500);
  await send(egress, 'stream', 1);
  const sent = egress.sent();
  expect(textOf(sent)).toContain(KEY);
  expect(sent.filter(({ lacks }) => lacks !== null)).toEqual([]);
  expect(egress.events([])).toMatchObject([
    { kind: 'tcp', body: { size: BYTES.stream.length, isWhole: true } },
  ]);
});

test('the identifiers of queries for the sandbox itself are kept in order', async () => {
  const egress = recorder();
  await send(egress, 'own', 3);
  expect(egress.sent()).toEqual([expect.objectContaining({ bytes: Buffer.from('abcdabcdabcd', 'hex') })]);
});

test('connections beyond the limit are reported as not kept', async () => {
  const egress = recorder();
  await send(egress, 'stream', 7000);
  expect(egress.sent().filter(({ lacks }) => lacks !== null)).toEqual([]);
  await send(egress, 'stream', 1000);
  expect(egress.sent().flatMap(({ lacks }) => lacks ?? [])).toEqual([
    'there were more connections than are kept',
  ]);
});

test('every byte that is sent is kept, or reported as not kept', async () => {
  const kind = fc.constantFrom<Kind>('own', 'question', 'request', 'stream');
  const sequence = fc.array(fc.tuple(kind, fc.integer({ min: 1, max: 2500 })), {
    minLength: 1,
    maxLength: 6,
  });
  const check = async (steps: readonly (readonly [Kind, number])[]) => {
    const egress = recorder();
    for (const [what, count] of steps) await send(egress, what, count);
    const sent = egress.sent();
    const bytesOf = ([what, count]: readonly [Kind, number]) =>
      count * (what === 'own' ? IDENTIFIER_BYTES : BYTES[what].length);
    const pushed = steps.reduce((sum, step) => sum + bytesOf(step), 0);
    const kept = sent
      .filter(({ form, place }) => form !== 'body' && !place.endsWith('one after the other'))
      .reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(kept === pushed || sent.some(({ lacks }) => lacks !== null)).toBe(true);
  };
  await fc.assert(fc.asyncProperty(sequence, check), { numRuns: 15 });
});
