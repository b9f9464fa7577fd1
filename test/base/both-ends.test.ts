import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bothEnds } from '../../src/base/both-ends.ts';

test('a text that fits into both ends is kept whole', () => {
  expect(bothEnds('abcde', { head: 3, tail: 2 })).toEqual({ head: 'abcde', leftOut: 0, tail: '' });
  expect(bothEnds('abcdef', { head: 3, tail: 2 })).toEqual({ head: 'abc', leftOut: 1, tail: 'ef' });
});

test('a cut never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { head, leftOut, tail } = bothEnds(text, { head: 3, tail: 2 });
      expect(head.length + leftOut + tail.length).toBe(text.length);
      expect(head.isWellFormed() && tail.isWellFormed()).toBe(true);
    }),
  );
});
