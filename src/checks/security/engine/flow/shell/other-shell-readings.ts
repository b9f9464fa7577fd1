import type { SyntaxNode } from '../../syntax/script-parser.ts';
import { type HereDocument, hereDocumentsIn } from './here-documents.ts';

export type ShellReading = { text: string; start: number };

/** Where the grammar has found a body, and the line that ends it; a body that is no command's input has no start. */
type Body = { start: number | null; end: number };

/** The key is the place of the word that says which line ends a here-document. */
type Bodies = ReadonlyMap<number, Body>;

/**
 * The grammar does not find the end of every here-document, and takes what follows for text. For each script in which it errs
 * there is another reading without those here-documents, and bodies that are not known as such are readings of their own. Null
 * if it cannot be told what a shell reads.
 */
export function otherShellReadings(text: string, tree: SyntaxNode): ShellReading[] | null {
  if (!text.includes('<<')) return [];
  const known = bodiesInTree(text, tree);
  const byBash = hereDocumentsIn(text, 'posix-bash');
  if (byBash === null) return null;
  const readings = readingsWithout(text, byBash, known);
  if (!byBash.some(({ wordStart, wordEnd }) => /\$['"]/.test(text.slice(wordStart, wordEnd))))
    return readings;
  const byDash = hereDocumentsIn(text, 'dash');
  return byDash === null ? null : [...readings, ...readingsWithout(text, byDash, known)];
}

function readingsWithout(text: string, documents: readonly HereDocument[], known: Bodies): ShellReading[] {
  const words = new Set(documents.map(({ wordStart }) => wordStart));
  const mistaken = [...known.keys()].filter((wordStart) => !words.has(wordStart));
  const cut = documents.filter(
    ({ wordStart, bodyEnd }) => (known.get(wordStart)?.end ?? bodyEnd) !== bodyEnd,
  );
  // What the grammar has not found may be in the text of one that it has cut elsewhere.
  const unseen = documents.filter(({ wordStart }) => !known.has(wordStart));
  const odd = mistaken.length + cut.length > 0 ? cut : unseen;
  if (odd.length + mistaken.length === 0) return [];
  const blanks = [
    ...odd.flatMap(({ start, wordEnd, bodyStart, end }): [number, number][] => [
      [start, wordEnd],
      [bodyStart, end],
    ]),
    ...mistaken.map((wordStart): [number, number] => [text.lastIndexOf('<<', wordStart), wordStart]),
  ];
  const unread = odd.filter((document) => !isCovered(document, known.get(document.wordStart)));
  const bodies = unread.map(({ bodyStart, bodyEnd }) => ({
    text: text.slice(bodyStart, bodyEnd),
    start: bodyStart,
  }));
  return [{ text: blanked(text, blanks), start: 0 }, ...bodies.filter((body) => body.text.trim() !== '')];
}

/** Every other character keeps its place. */
function blanked(text: string, blanks: readonly [number, number][]): string {
  let copy = '';
  let at = 0;
  for (const [start, end] of blanks.toSorted((one, other) => one[0] - other[0])) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    copy += text.slice(at, from) + text.slice(from, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return copy + text.slice(at);
}

/** Whether the grammar has all of the body in one that starts where it does. */
function isCovered({ bodyStart, bodyEnd }: HereDocument, known: Body | undefined): boolean {
  return known !== undefined && known.start === bodyStart && known.end >= bodyEnd;
}

function bodiesInTree(text: string, tree: SyntaxNode): Bodies {
  const bodies = new Map<number, Body>();
  const lineOf = (node: SyntaxNode | undefined) =>
    node === undefined ? null : text.lastIndexOf('\n', node.start - 1) + 1;
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of node.children) open.push(child);
    const child = (type: string) => node?.children.find((one) => one.type === type);
    const word = child('heredoc_start');
    if (word === undefined) continue;
    const start = node.type === 'heredoc_redirect' ? lineOf(child('heredoc_body')) : null;
    bodies.set(word.start, { start, end: lineOf(child('heredoc_end')) ?? text.length });
  }
  return bodies;
}
