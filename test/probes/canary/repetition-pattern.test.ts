import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RepetitionPattern } from '../../../src/probes/canary/repetition-pattern.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const value = fc
  .string({ unit: fc.constantFrom(...LETTERS), minLength: 32, maxLength: 32 })
  .filter((text) => new RepetitionPattern(text).isTelling);
const bytes = fc.uint8Array({ maxLength: 200 });
/** A byte for each letter, no two alike. */
const table = fc.uniqueArray(fc.nat(255), { minLength: 32, maxLength: 32 });

test('a value is recognised under any substitution, wherever it is and whatever lies in between', () => {
  fc.assert(
    fc.property(
      value,
      table,
      bytes,
      bytes,
      fc.constantFrom(1, 2, 3, 4),
      (secret, by, before, after, stride) => {
        const spread = [...secret].flatMap((letter) => [
          by[LETTERS.indexOf(letter)] ?? 0,
          ...Array<number>(stride - 1).fill(0x2d),
        ]);
        const hidden = Uint8Array.from([...before, ...spread, ...after]);
        expect(new RepetitionPattern(secret).isIn(hidden, stride)).toBe(true);
      },
    ),
  );
});

test('neither another value nor mere repetition matches its pattern', () => {
  fc.assert(
    fc.property(value, value, bytes, (secret, other, around) => {
      fc.pre(secret !== other);
      const pattern = new RepetitionPattern(secret);
      for (const text of [other, 'a'.repeat(99), 'ab'.repeat(99), '0123456789'.repeat(9)]) {
        expect(pattern.isIn(Uint8Array.from([...around, ...Buffer.from(text), ...around]), 1)).toBe(false);
      }
    }),
  );
});

test('a value with few repetitions cannot be told apart from chance', () => {
  expect(new RepetitionPattern(LETTERS).isTelling).toBe(false);
  expect(new RepetitionPattern('').isTelling).toBe(false);
});
