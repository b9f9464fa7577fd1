import { posix } from 'node:path';

export type Reference = { target: string; offset: number };

/**
 * Files that a Markdown text points to. Only what is beyond doubt counts: the target of a link outside code, and a
 * path below `scripts/` anywhere, in both cases with a file extension. `target` is normalised, relative to the text.
 */
export function referencesIn(text: string): Reference[] {
  const found = [...linksIn(withoutCode(text)), ...scriptPathsIn(text)].sort((a, b) => a.offset - b.offset);
  const byTarget = new Map<string, Reference>();
  for (const reference of found) {
    if (!byTarget.has(reference.target)) byTarget.set(reference.target, reference);
  }
  return [...byTarget.values()];
}

function* linksIn(text: string): Generator<Reference> {
  for (const match of text.matchAll(/\]\([ \t]*(?:<([^<>\n]*)>|([^\s()<>]*))/g)) {
    const link = match[1] ?? match[2] ?? '';
    const target = localPath(link);
    if (target !== null) yield { target, offset: match.index + match[0].indexOf(link) };
  }
}

function* scriptPathsIn(text: string): Generator<Reference> {
  for (const match of text.matchAll(/(?<![\w./\\~$}-])(?:\.\/)?scripts\/[\w./-]+/g)) {
    const target = localPath(match[0].replace(/[./-]$/, ''));
    if (target !== null) yield { target, offset: match.index };
  }
}

/** Null for a URL, an anchor, an absolute path, a placeholder, and whatever names no file with an extension. */
function localPath(link: string): string | null {
  const [path = ''] = link.split(/[?#]/, 1);
  const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/|\\|www\.)/i.test(path);
  const isPlaceholder = /[{}$*<>|]|\.\.\./.test(path);
  if (isElsewhere || isPlaceholder || !/[^./\\]\.[a-z0-9]+$/i.test(path)) return null;
  return posix.normalize(decode(path));
}

/** Unlike the built-in function, never throws: bytes that are no UTF-8 become U+FFFD, as no path holds them. */
function decode(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
}

/** The same text with every character of fenced and inline code blank, so that offsets stay. */
function withoutCode(text: string): string {
  let fence: string | null = null;
  const lines = text.split('\n').map((line) => {
    const [, marker = null] = /^ {0,3}(```|~~~)/.exec(line) ?? [];
    if (marker !== null && (fence === null || fence === marker)) {
      fence = fence === null ? marker : null;
      return blank(line);
    }
    return fence === null ? line.replace(/`[^`]*`/g, blank) : blank(line);
  });
  return lines.join('\n');
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
