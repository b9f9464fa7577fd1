import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsWithin } from '../../../src/gateway/http/json-extent.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** By walking what was parsed. */
function extentOf(value: unknown): { parts: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { parts: 0, depth: 0 };
  const inner = Object.values(value).map(extentOf);
  return {
    parts: inner.reduce((sum, { parts }) => sum + parts, Math.max(1, inner.length)),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

test('parts and depth are counted correctly, whatever the strings contain', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: fc.constantFrom('"', '\\', '{', '[', ',', 'x', 'ü') }),
      (value) => {
        const { parts, depth } = extentOf(value);
        const json = bytes(JSON.stringify(value));
        expect(fitsWithin(json, { parts, depth })).toBe(true);
        expect(fitsWithin(json, { parts: parts - 1, depth })).toBe(false);
        expect(fitsWithin(json, { parts, depth: depth - 1 })).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test.each(['"', '"\\', '"\\"', ']]]', '\u0000', ''])('%j, which is not JSON, is read to its end', (text) => {
  expect(fitsWithin(bytes(text), { parts: 1, depth: 1 })).toBe(true);
});
