import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, canonicalPieces, digestOf } from '../../src/base/digest.ts';

test('a digest covers the bytes, whether they are given as text or as bytes', () => {
  const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(digestOf('')).toBe(empty);
  expect(digestOf(new TextEncoder().encode('é'))).toBe(digestOf('é'));
});

test('equal values give equal text, whatever the order of their keys', () => {
  const a = { b: [{ y: 1, x: 2 }], a: null, gone: undefined };
  expect(canonicalJson(a)).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
});

test('canonical JSON parses back to the value it was made from', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the pieces of canonical JSON add up to the whole', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(5), (value, depth) => {
      const all = { value, gone: undefined, list: [undefined, value], 10: 1, 9: 2, __proto__: 3 };
      expect([...canonicalPieces(all, depth)].join('')).toBe(canonicalJson(all));
    }),
  );
});
