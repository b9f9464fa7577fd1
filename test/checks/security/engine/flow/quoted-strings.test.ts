import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotedStrings } from '../../../../../src/checks/security/engine/flow/quoted-strings.ts';

const LENGTH = { shortest: 2, longest: 5 };

test.each([
  ['"', /"((?:[^"\\\n]|\\.){2,5})"/g],
  ["'", /'((?:[^'\\\n]|\\.){2,5})'/g],
] as const)('strings between %s are those that a pattern finds', (quote, pattern) => {
  const letter = fc.constantFrom('"', "'", '\\', '\\"', "\\'", 'a', 'b', '\n', '\r', '\u2028', '\ud83d');
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 30 }), (letters) => {
      const text = letters.join('');
      const expected = Array.from(text.matchAll(pattern), (match) => ({
        start: match.index + 1,
        text: match[1],
      }));
      expect([...quotedStrings(text, quote, LENGTH)]).toEqual(expected);
    }),
    { numRuns: 3000 },
  );
});
