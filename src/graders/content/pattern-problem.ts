import { compilePattern } from '../../base/compile-pattern.ts';
import type { TextGrader } from '../../contracts/text-grader.ts';
import { asRead } from './as-read.ts';

/**
 * Says which pattern does not match, or should not match, or `null`. What nobody sees is not there, so that it can neither
 * make a match nor break one; a pattern that must not match is also looked for in the text as it was written.
 */
export function patternProblem(
  { matches, matchesNone }: Pick<TextGrader, 'matches' | 'matchesNone'>,
  text: string,
): string | null {
  const shown = asRead(text, []);
  const missing = matches.find((pattern) => !compilePattern(pattern).test(shown));
  if (missing !== undefined) return `does not match ${missing}`;
  const unwanted = matchesNone.find((pattern) => {
    const compiled = compilePattern(pattern);
    return compiled.test(shown) || compiled.test(text);
  });
  return unwanted === undefined ? null : `matches ${unwanted}`;
}
