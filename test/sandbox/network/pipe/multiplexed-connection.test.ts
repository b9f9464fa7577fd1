import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { MultiplexedConnection } from '../../../../src/sandbox/network/pipe/multiplexed-connection.ts';
import { Multiplexer } from '../../../../src/sandbox/network/pipe/multiplexer.ts';
import { startLocally } from '../../../fakes/local-carrier.ts';

const BLOCK = Buffer.alloc(1024 ** 2, 'assay');

/** A socket and what it is connected to in the harness, with the program of the sandboxes between them. */
async function connectionThroughPipe(): Promise<{ outer: MultiplexedConnection; inner: Socket }> {
  const opened = Promise.withResolvers<MultiplexedConnection>();
  const carrier = startLocally({
    onBytes: (bytes) => pipe.receive(bytes),
    onEnd: (reason) => pipe.close(reason),
  });
  const { send, [Symbol.dispose]: dispose } = await carrier;
  const pipe = new Multiplexer({
    send,
    onConnection: opened.resolve,
    inTurn: (work) => work(),
    onClosed: dispose,
  });
  onTestFinished(() => pipe.close('the test is over'));
  const { gateway } = await pipe.ready();
  const inner = connect({ host: '127.0.0.1', port: gateway, allowHalfOpen: true });
  await once(inner, 'connect');
  return { inner, outer: await opened.promise };
}

test('data from the inside arrives in full after the inside has ended its half, and can be answered', async () => {
  const { inner, outer } = await connectionThroughPipe();
  inner.end(BLOCK);
  expect((await buffer(outer)).equals(BLOCK)).toBe(true);
  outer.end('answer');
  expect(`${await buffer(inner)}`).toBe('answer');
});

test('data from the harness arrives in full after the harness has ended its half, and can be answered', async () => {
  const { inner, outer } = await connectionThroughPipe();
  outer.end(BLOCK);
  expect((await buffer(inner)).equals(BLOCK)).toBe(true);
  inner.end('answer');
  expect(`${await buffer(outer)}`).toBe('answer');
});

test('a reset by either side resets the other', async () => {
  const first = await connectionThroughPipe();
  first.inner.resetAndDestroy();
  await expect(buffer(first.outer)).rejects.toThrow('reset inside the sandbox');
  const second = await connectionThroughPipe();
  second.outer.destroy();
  await expect(buffer(second.inner)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('a connection that the harness ends and then closes is over on both sides', async () => {
  const { inner, outer } = await connectionThroughPipe();
  outer.tap = () => undefined;
  outer.end();
  await once(outer, 'finish');
  outer.destroy();
  await Promise.all([buffer(inner), outer.arrival.over]);
});

/** Unlike `buffer`, this leaves a stream open that has been read before it has sent everything. */
async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('both directions can be busy at once without waiting for each other', async () => {
  const { inner, outer } = await connectionThroughPipe();
  for (let count = 0; count < 8; count++) {
    inner.write(BLOCK);
    outer.write(BLOCK);
  }
  inner.end();
  outer.end();
  const [received, answered] = await Promise.all([bytesOf(outer), bytesOf(inner)]);
  expect([received.length, answered.length]).toEqual([8 * BLOCK.length, 8 * BLOCK.length]);
});
