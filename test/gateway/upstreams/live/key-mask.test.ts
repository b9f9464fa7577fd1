import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyMask } from '../../../../src/gateway/upstreams/live/key-mask.ts';

const KEY = 'sk-sk-canary';

/** What came out of each piece, and at the end. */
function masked(pieces: readonly string[]): string[] {
  const mask = new KeyMask(KEY, '[key]');
  return [...pieces.map((piece) => mask.pass(Buffer.from(piece)).toString()), mask.last().toString()];
}

function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [
    0,
    ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b),
    text.length,
  ];
  return ends.slice(1).map((end, index) => text.slice(ends[index], end));
}

test('a key is masked wherever it occurs and wherever the bytes are split', () => {
  const words = fc.array(fc.constantFrom(KEY, 'sk-', 'sk-sk-', 's', 'k-canary', ' ', 'word'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(words, fc.array(fc.nat(), { maxLength: 6 }), (parts, places) => {
      const text = parts.join('');
      expect(masked(cutAt(text, places)).join('')).toBe(text.replaceAll(KEY, '[key]'));
    }),
    { numRuns: 500 },
  );
});

test('only a possible beginning of a key is held back until more arrives', () => {
  expect(masked(['all of this', ' passes at once', ', and sk-', 'ip this'])).toEqual([
    'all of this'.slice(0, -1),
    's passes at once',
    ', and ',
    'sk-ip thi',
    's',
  ]);
});
