/** More of them would be more than a prompt has. */
const MOST_BLOCKS = 2;
/** Each of them is graded by itself. */
const MOST_PASSAGES = 8;
const FENCE = '```';
const MARKS: readonly (readonly [string, string])[] = [
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['«', '»'],
];

/**
 * What somebody writes who only repeats what was said: the text, then each of its lines and of the passages in quotes
 * on a line of its own, because what is asked for may have to be a whole line.
 */
export function recite(said: string): string {
  const lines = linesOf(said);
  return `${[said.trimEnd(), ...new Set([...lines, ...quotedIn(lines)])].join('\n')}\n`;
}

/** The passages in quotes, each of which may be all that is asked for. */
export function quotedPassages(said: string): string[] {
  return [...new Set(quotedIn(linesOf(said)))].slice(0, MOST_PASSAGES);
}

function linesOf(said: string): string[] {
  return said.split('\n').map(withoutBullet);
}

function quotedIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => MARKS.flatMap((marks) => between(line, marks)));
}

/** The passages in fences, which may be whole files. */
export function fencedBlocks(said: string): string[] {
  const parts = said.split(FENCE);
  const fenced = parts.filter((_, index) => index % 2 === 1);
  return fenced.map((part) => part.slice(part.indexOf('\n') + 1)).slice(0, MOST_BLOCKS);
}

function withoutBullet(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+>]|\d{1,3}[.)])\s/, '')
    .trim();
}

function between(line: string, [open, close]: readonly [string, string]): string[] {
  const found: string[] = [];
  for (let from = line.indexOf(open); from !== -1; ) {
    const to = line.indexOf(close, from + 1);
    if (to === -1) break;
    if (to > from + 1) found.push(line.slice(from + 1, to));
    from = line.indexOf(open, to + 1);
  }
  return found;
}
