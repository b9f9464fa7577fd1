import type { Line } from './opening-lines.ts';

/** What became of a line of the arm with the skill: it says what the skill is, or stands around that, or is as in the baseline. */
export type Part = 'entry' | 'repeat' | 'around' | null;

const MOST_LISTED = 50;
const LONGEST_NAME = 64;

type Listing = {
  lines: readonly Line[];
  parts: readonly Part[];
  name: string;
  /** Whether the baseline has the line as well. */
  isInBaseline: (line: Line) => boolean;
};

/** Finds the names that stand in the same list as that of the skill, in whatever form the program writes it. */
export function listedBeside(listing: Listing): string[] {
  const names = listing.lines.flatMap((line, at) =>
    listing.parts[at] === 'entry' ? besideLine(listing, line, at) : [],
  );
  return [...new Set(names)]
    .filter((name) => name !== listing.name)
    .toSorted()
    .slice(0, MOST_LISTED);
}

function besideLine(listing: Listing, line: Line, at: number): string[] {
  const { lines, parts, name, isInBaseline } = listing;
  if (line.text === name && line.place.endsWith('[]'))
    return lines.filter((other) => other.place === line.place && isInBaseline(other)).map(({ text }) => text);
  const form = formOf(line.text, name);
  if (form === null) return [];
  if (parts[at - 1] === 'repeat') return afterSameMarkup(listing, at, form);
  const step = entryLength(parts, at);
  return [...walk(listing, { at, step: -step, form }), ...walk(listing, { at, step, form })];
}

/** Entries that all begin with the same line, however long they are. */
function afterSameMarkup({ lines, isInBaseline }: Listing, at: number, form: Form): string[] {
  return lines.flatMap((line, index) => {
    const isEntry = line.value === lines[at]?.value && lines[index - 1]?.text === lines[at - 1]?.text;
    return isEntry && isInBaseline(line) ? nameIn(line, form) : [];
  });
}

type Form = { before: string; after: string };

/** What stands before the name and between it and the next word; `null` if the name is a part of something else. */
function formOf(text: string, name: string): Form | null {
  const start = text.indexOf(name);
  const before = text.slice(0, Math.max(0, start));
  const rest = text.slice(start + name.length);
  const after = /^[^\p{L}\p{N}]{0,12}/u.exec(rest)?.[0] ?? '';
  if (start === -1 || before.endsWith('/') || (after === '' && rest !== '')) return null;
  return { before, after };
}

function nameIn({ text }: Line, { before, after }: Form): string[] {
  if (!text.startsWith(before)) return [];
  const rest = text.slice(before.length, before.length + LONGEST_NAME + after.length);
  const end = after === '' ? rest.length : rest.indexOf(after);
  const name = rest.slice(0, Math.max(0, end)).trim();
  return name === '' || /\s/.test(name) ? [] : [name];
}

type Walk = { at: number; step: number; form: Form };

/** Entries of the same number of lines, one after the other. */
function walk({ lines, isInBaseline }: Listing, { at, step, form }: Walk): string[] {
  const names: string[] = [];
  for (let next = at + step; ; next += step) {
    const line = lines[next];
    if (line === undefined || line.value !== lines[at]?.value || !isInBaseline(line)) return names;
    const found = nameIn(line, form);
    if (found.length === 0) return names;
    names.push(...found);
  }
}

/** The number of lines that an entry takes in the list. */
function entryLength(parts: readonly Part[], at: number): number {
  const isOfEntry = (index: number) => parts[index] === 'entry' || parts[index] === 'repeat';
  let [first, last] = [at, at];
  while (isOfEntry(first - 1)) first -= 1;
  while (isOfEntry(last + 1)) last += 1;
  return last - first + 1;
}
