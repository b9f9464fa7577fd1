import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, digestOf } from '../../src/base/digest.ts';

test('a digest is that of the bytes, whether given as text or as bytes', () => {
  const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(digestOf('')).toBe(empty);
  expect(digestOf(new TextEncoder().encode('é'))).toBe(digestOf('é'));
});

test('equal values give equal text, whatever the order of their keys', () => {
  const a = { b: [{ y: 1, x: 2 }], a: null, gone: undefined };
  expect(canonicalJson(a)).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
});

test('canonical JSON reads back as the value that it stands for', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
