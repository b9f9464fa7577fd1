import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellQuote } from '../../src/base/shell-quote.ts';

test('a shell reads quoted text as the one original word', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((candidate) => !candidate.includes('\0'));
  fc.assert(
    fc.property(text, (word) => {
      const printed = execFileSync('bash', ['-c', `printf %s ${shellQuote(word)}`], { encoding: 'utf8' });
      expect(printed).toBe(word);
    }),
    { numRuns: 50 },
  );
});
