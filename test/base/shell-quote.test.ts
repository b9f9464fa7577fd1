import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellQuote } from '../../src/base/shell-quote.ts';

test('a shell reads a quoted text as the one word that it was', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((candidate) => !candidate.includes('\0'));
  fc.assert(
    fc.property(text, (word) => {
      const printed = execFileSync('bash', ['-c', `printf %s ${shellQuote(word)}`], { encoding: 'utf8' });
      expect(printed).toBe(word);
    }),
    { numRuns: 50 },
  );
});
