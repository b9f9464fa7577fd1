import { array, assert, nat, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedBuffer } from '../../../src/sandbox/bytes/bounded-buffer.ts';

test('a buffer keeps the first bytes up to its limit, and knows if there were more', () => {
  assert(
    property(array(uint8Array()), nat(100), (chunks, limit) => {
      const bounded = new BoundedBuffer(limit);
      for (const chunk of chunks) bounded.push(chunk);
      const all = Buffer.concat(chunks);
      expect(bounded.content).toEqual(all.subarray(0, limit));
      expect(bounded.isTruncated).toBe(all.length > limit);
    }),
  );
});
