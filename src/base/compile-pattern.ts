import { RE2JS, RE2JSSyntaxException } from 're2js';

/** The part of a regular expression's interface that this product uses. */
export type CompiledPattern = { test(text: string): boolean };

/**
 * Compiles a regular expression in which `^` and `$` match at the ends of lines, or `isByLine: false` of the text. Matching
 * takes time linear in the text, because the texts come from agents: forty letters can keep a
 * backtracking engine busy for hours.
 */
export function compilePattern(pattern: string, { isByLine = true } = {}): CompiledPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), isByLine ? RE2JS.MULTILINE : 0);
  return { test: (text) => compiled.test(text) };
}

/** Explains why a text is not a valid pattern, in the engine's words; `null` if it is one. */
export function patternFault(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (cause) {
    if (cause instanceof RE2JSSyntaxException) return cause.message.replace('error parsing regexp: ', '');
    throw cause;
  }
}
