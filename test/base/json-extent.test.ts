import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { extentOf, hasOneReading } from '../../src/base/json-extent.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** By walking what was parsed, and the text that may be an object. */
function walked(value: unknown): { parts: number; depth: number } {
  if (typeof value === 'string') return { parts: partsOf(value), depth: 0 };
  if (typeof value !== 'object' || value === null) return { parts: 0, depth: 0 };
  const keys = Array.isArray(value) ? 0 : Object.keys(value).reduce((sum, key) => sum + partsOf(key), 0);
  const inner = Object.values(value).map(walked);
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
        const { parts, depth } = walked(value);
        const json = bytes(JSON.stringify(value));
        expect(extentOf(json, { parts, depth })).toEqual({ parts, depth });
        expect(extentOf(json, { parts: parts - 1, depth })).toBeNull();
        expect(extentOf(json, { parts, depth: depth - 1 })).toBeNull();
      },
    ),
    { numRuns: 300 },
  );
});

test.each(['"', '"\\', '"\\"', ']]]', '\u0000', ''])('%j, which is not JSON, is read to its end', (text) => {
  expect(extentOf(bytes(text), { parts: 1, depth: 1 })).not.toBeNull();
});

test.each([
  ['as text', JSON.stringify({ arguments: JSON.stringify({ a: 1, b: [1, 2] }) }), 5],
  ['behind spaces', '{"arguments":"  {\\"a\\":1,\\"b\\":2}"}', 3],
  ['in escapes', '{"arguments":"\\u007b\\"a\\":\\u005B1\\u002c2]}"}', 4],
])('an object that is written %s counts with its parts', (_how, json, parts) => {
  expect(extentOf(bytes(json), { parts, depth: 2 })).not.toBeNull();
  expect(extentOf(bytes(json), { parts: parts - 1, depth: 2 })).toBeNull();
});

test('text that cannot be an object counts as one part', () => {
  const json = bytes(JSON.stringify([`a${','.repeat(1000)}`]));
  expect(extentOf(json, { parts: 1, depth: 1 })).not.toBeNull();
});

test('a text has one reading unless an object in it has two members of one name', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(hasOneReading(Buffer.from(text), JSON.parse(text))).toBe(true);
    }),
  );
  for (const text of ['{"a":1,"a":1}', '[{"b":{"a":":","\\u0061":{}}}]'])
    expect([text, hasOneReading(Buffer.from(text), JSON.parse(text))]).toEqual([text, false]);
});
