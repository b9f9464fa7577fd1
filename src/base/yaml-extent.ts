import { Lexer } from 'yaml';

/**
 * Returns the offset at which a text has more tokens than that; `null` if it has not. The parser takes about 500 bytes and several
 * microseconds for each, so too large a text must not be parsed to find that out. What is in quotation marks or in a block is
 * one token, however long it is.
 */
export function endOfTokens(text: string, most: number): number | null {
  if (text.length <= most) return null;
  let offset = 0;
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token)) continue;
    tokens += 1;
    if (tokens > most) return offset;
    offset += token.length;
  }
  return null;
}

/** Tokens without text: the start of a document, a flow that ends too early, and the announcement of a scalar. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);
