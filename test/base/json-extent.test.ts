import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsWithin } from '../../src/base/json-extent.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** By walking what was parsed, and the text that may be an object. */
function extentOf(value: unknown): { parts: number; depth: number } {
  if (typeof value === 'string') return { parts: partsOf(value), depth: 0 };
  if (typeof value !== 'object' || value === null) return { parts: 0, depth: 0 };
  const keys = Array.isArray(value) ? 0 : Object.keys(value).reduce((sum, key) => sum + partsOf(key), 0);
  const inner = Object.values(value).map(extentOf);
  return {
    parts: inner.reduce((sum, { parts }) => sum + parts, keys + Math.max(1, inner.length)),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

function partsOf(text: string): number {
  return /^[{ "\\]/.test(text) ? [...text].filter((character) => '{[,'.includes(character)).length : 0;
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

test.each([
  ['as text', JSON.stringify({ arguments: JSON.stringify({ a: 1, b: [1, 2] }) }), 5],
  ['behind spaces', '{"arguments":"  {\\"a\\":1,\\"b\\":2}"}', 3],
  ['in escapes', '{"arguments":"\\u007b\\"a\\":\\u005B1\\u002c2]}"}', 4],
])('an object that is written %s counts with its parts', (_how, json, parts) => {
  expect(fitsWithin(bytes(json), { parts, depth: 2 })).toBe(true);
  expect(fitsWithin(bytes(json), { parts: parts - 1, depth: 2 })).toBe(false);
});

test('text that cannot be an object counts as one part', () => {
  const json = bytes(JSON.stringify([`a${','.repeat(1000)}`]));
  expect(fitsWithin(json, { parts: 1, depth: 1 })).toBe(true);
});
