type Quoted = { start: number; text: string };
type Length = { shortest: number; longest: number };

/**
 * Finds strings in quotes on one line, as `"((?:[^"\\\n]|\\.){8,2000})"` would. That pattern looks ahead anew from each quote: in a
 * text of escaped quotes alone, from each of them over the next two thousand. Here each letter is looked at twice at most, because all
 * quotes up to the closing one are escaped, so that a string which begins at one of them has the same end.
 */
export function* quotedStrings(
  text: string,
  quote: '"' | "'",
  { shortest, longest }: Length = { shortest: 8, longest: 2000 },
): Generator<Quoted> {
  let opening = text.indexOf(quote);
  while (opening !== -1) {
    const { end, units } = unitsFrom(text, opening + 1, quote);
    if (end >= text.length) return;
    if (text[end] !== quote) {
      opening = text.indexOf(quote, end + 1);
      continue;
    }
    const start = units <= longest ? opening + 1 : laterStart(text, opening + 1, quote, units - longest);
    const count = units <= longest ? units : start === null ? 0 : unitsFrom(text, start, quote).units;
    if (start === null || count < shortest) opening = end;
    else {
      yield { start, text: text.slice(start, end) };
      opening = text.indexOf(quote, end + 1);
    }
  }
}

/** Letters and escapes up to the next quote, line or broken escape. */
function unitsFrom(text: string, from: number, quote: string): { end: number; units: number } {
  let at = from;
  let units = 0;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') {
    if (text[at] === '\\' && !isEscaped(text, at + 1)) break;
    at += text[at] === '\\' ? 2 : 1;
    units += 1;
  }
  return { end: at, units };
}

/** What a dot of a regular expression does not match. */
const LINE_ENDS = '\n\r\u2028\u2029';

function isEscaped(text: string, at: number): boolean {
  return at < text.length && !LINE_ENDS.includes(text.charAt(at));
}

/** The first place behind an escaped quote that has at least so many units before it. */
function laterStart(text: string, from: number, quote: string, least: number): number | null {
  let at = from;
  for (let units = 0; text[at] !== quote; units++) {
    const isQuote = text[at] === '\\' && text[at + 1] === quote;
    at += text[at] === '\\' ? 2 : 1;
    if (isQuote && units + 1 >= least) return at;
  }
  return null;
}
