import { array, assert, constantFrom, integer, property, record, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { demultiplexer, type OutputStream } from '../../../src/sandbox/docker/demultiplex.ts';

const STREAM_IDS = { stdout: 1, stderr: 2 };

const frames = array(
  record({
    stream: constantFrom<OutputStream[]>('stdout', 'stderr'),
    payload: uint8Array({ maxLength: 40 }),
  }),
);

function encode({ stream, payload }: { stream: OutputStream; payload: Uint8Array }): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(STREAM_IDS[stream], 0);
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

test('each stream gets its own bytes in order, however they are split', () => {
  assert(
    property(frames, integer({ min: 1, max: 50 }), (sent, size) => {
      const received = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
      const take = demultiplexer((stream, bytes) => {
        received[stream] = Buffer.concat([received[stream], bytes]);
      });
      const wire = Buffer.concat(sent.map(encode));
      for (let at = 0; at < wire.length; at += size) take(wire.subarray(at, at + size));
      for (const stream of ['stdout', 'stderr'] as const) {
        const own = sent.filter((frame) => frame.stream === stream).map((frame) => frame.payload);
        expect(received[stream]).toEqual(Buffer.concat(own));
      }
    }),
  );
});
