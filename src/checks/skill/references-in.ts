import { posix } from 'node:path';

export type Reference = { target: string; offset: number };

/** Far more files than a skill has: references beyond this limit are not followed. */
const MAX_REFERENCES = 10_000;

/**
 * The files that a Markdown text points to. Only unambiguous references count: the target of a link outside
 * code, and a path below `scripts/` anywhere, in both cases with a file extension. `target` is normalised,
 * relative to the text.
 */
export function referencesIn(text: string): Reference[] {
  const links = firstOfEach(linksIn(text));
  const scripts = firstOfEach(scriptPathsIn(text));
  const found = [...links, ...scripts].sort((a, b) => a.offset - b.offset);
  return firstOfEach(found);
}

function firstOfEach(references: Iterable<Reference>): Reference[] {
  const byTarget = new Map<string, Reference>();
  for (const reference of references) {
    if (byTarget.size >= MAX_REFERENCES) break;
    if (!byTarget.has(reference.target)) byTarget.set(reference.target, reference);
  }
  return [...byTarget.values()];
}

/**
 * Code spans are matched too, so that what looks like a link inside one is skipped. The quantifiers are
 * bounded, because backtracking over megabytes would overflow the stack.
 */
const LINK_OR_CODE = /`[^`\n]{0,100000}`|\]\([ \t]{0,100}(?:<([^<>`\n]{0,4096})>|([^\s()<>`]{0,4096}))/g;

function* linksIn(text: string): Generator<Reference> {
  if (!text.includes('](')) return;
  for (const { start, end } of outsideFences(text)) {
    for (const match of text.slice(start, end).matchAll(LINK_OR_CODE)) {
      const link = match[1] ?? match[2] ?? '';
      const target = link === '' ? null : localPath(link);
      if (target !== null) yield { target, offset: start + match.index + match[0].indexOf(link) };
    }
  }
}

function* scriptPathsIn(text: string): Generator<Reference> {
  for (const match of text.matchAll(/(?<![\w./\\~$}-])(?:\.\/)?scripts\/[\w./-]{1,4096}/g)) {
    const target = localPath(match[0].replace(/[./-]$/, ''));
    if (target !== null) yield { target, offset: match.index };
  }
}

/**
 * Null for a URL, an anchor, an absolute path, a placeholder, and anything that names no file with an
 * extension.
 */
function localPath(link: string): string | null {
  const [path = ''] = link.split(/[?#]/, 1);
  const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|www\.)/i.test(path);
  const isPlaceholder = /[{}$*<>|]|\.\.\./.test(path);
  if (isElsewhere || isPlaceholder || !/[^./\\]\.[a-z0-9]+$/i.test(path)) return null;
  return posix.normalize(decode(path));
}

/**
 * Unlike the built-in function, never throws: bytes that are not UTF-8 become U+FFFD, which no path contains.
 */
function decode(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
}

const FENCE = /^ {0,3}(```|~~~).*/gm;

/** The parts of a text between its fenced blocks. */
function* outsideFences(text: string): Generator<{ start: number; end: number }> {
  let fence: string | null = null;
  let start = 0;
  for (const { 0: line, 1: marker = '', index } of text.matchAll(FENCE)) {
    if (fence === null) yield { start, end: index };
    if (fence === null || fence === marker) fence = fence === null ? marker : null;
    start = index + line.length;
  }
  if (fence === null) yield { start, end: text.length };
}
