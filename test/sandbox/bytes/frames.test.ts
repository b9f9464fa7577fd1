import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as harness from '../../../src/sandbox/bytes/frames.ts';

type Codec = Pick<typeof harness, 'encodeFrame' | 'frameReader'>;

/** The other end runs in a sandbox, without the sources of this one. */
const inside: Codec = await import(new URL('../../../sandbox/pipe-frames.mjs', import.meta.url).href);

const frame = fc.record({
  type: fc.integer({ min: 0, max: 255 }),
  id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

function readAll(codec: Codec, chunks: readonly Buffer[]): harness.Frame[] {
  const frames: harness.Frame[] = [];
  const read = codec.frameReader((one) => frames.push(one));
  for (const chunk of chunks) read(chunk);
  return frames;
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let rest = bytes;
  for (const size of sizes) {
    chunks.push(rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  return [...chunks, rest];
}

describe.each([
  ['the harness', 'the inside', harness, inside],
  ['the inside', 'the harness', inside, harness],
])('frames from %s to %s', (_from, _to, writer, reader) => {
  test('arrive whole and in order, however they were split', () => {
    const sizes = fc.array(fc.nat({ max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), sizes, (frames, cuts) => {
        const bytes = Buffer.concat(
          frames.map(({ type, id, payload }) => writer.encodeFrame(type, id, payload)),
        );
        expect(readAll(reader, cut(bytes, cuts))).toEqual(frames);
      }),
    );
  });
});

test('any bytes are read as frames or as an error, and never yield more than was sent', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (garbage) => {
      const seen: harness.Frame[] = [];
      const read = harness.frameReader((one) => seen.push(one));
      const size = garbage.reduce((sum, { length }) => sum + length, 0);
      try {
        for (const chunk of garbage) read(Buffer.from(chunk));
      } catch (error) {
        expect(String(error)).toMatch(/a frame of \d+ bytes/);
      }
      expect(seen.reduce((sum, { payload }) => sum + 9 + payload.length, 0)).toBeLessThanOrEqual(size);
    }),
  );
});

test('a frame that claims to be longer than the maximum is rejected at once', () => {
  const read = harness.frameReader(() => undefined);
  const header = harness.encodeFrame(3, 1);
  header.writeUInt32BE(harness.MAX_PAYLOAD_BYTES + 1, 5);
  expect(() => read(header)).toThrow('a frame of 65537 bytes');
});
