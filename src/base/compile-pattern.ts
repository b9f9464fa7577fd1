import { RE2JS, RE2JSSyntaxException } from 're2js';

/** The part of a regular expression that this product uses. */
export type CompiledPattern = { test(text: string): boolean };

/**
 * Compiles a regular expression whose `^` and `$` stand for the ends of lines. It matches in time linear in the text,
 * because the texts come from agents: an engine that backtracks can be made to try for hours by forty letters.
 */
export function compilePattern(pattern: string): CompiledPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.MULTILINE);
  return { test: (text) => compiled.test(text) };
}

/** Why a text is no pattern, as the engine says it; `null` where it is one. */
export function patternFault(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (cause) {
    if (cause instanceof RE2JSSyntaxException) return cause.message.replace('error parsing regexp: ', '');
    throw cause;
  }
}
