import { MAX_SHOWN_CHARACTERS } from '../../contracts/content-difference.ts';

/**
 * Characters that a reader cannot see, or cannot tell from a space: two lines that
 * look the same may still differ.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const NO_LINE_END = ' (no line end)';
/** Leaves room for the marks of a cut at both ends. */
const ROOM = MAX_SHOWN_CHARACTERS - 2;
/** How much of a long line is shown before the place where it differs. */
const LEAD = 60;

/** Shows a line of a file to people, cut around the place where it differs from its counterpart. */
export function visibleLine(line: string, beside: string | null): string {
  const shown = written(line);
  if (shown.length <= MAX_SHOWN_CHARACTERS) return shown;
  const at = beside === null ? 0 : samePart(shown, written(beside));
  const from = Math.max(0, Math.min(at - LEAD, shown.length - ROOM));
  const cut = `${from > 0 ? '…' : ''}${shown.slice(from, from + ROOM)}${from + ROOM < shown.length ? '…' : ''}`;
  return cut.toWellFormed();
}

function written(line: string): string {
  const hasEnd = line.endsWith('\n');
  const text = (hasEnd ? line.slice(0, -1) : line).replace(INVISIBLE, writeOut);
  const bare = text.trimEnd();
  const shown = bare + '·'.repeat(text.length - bare.length);
  return hasEnd ? shown : shown + NO_LINE_END;
}

function writeOut(character: string): string {
  return NAMES[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

const NAMES: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r' };

function samePart(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}
