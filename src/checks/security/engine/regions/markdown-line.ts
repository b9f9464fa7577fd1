import type { RegionKind } from './region.ts';

export type Line = { text: string; start: number; end: number };

export const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])[ \t]+/;
const LINK_COMMENT = /^ {0,3}\[(?:\/\/|comment|_)?\]:[ \t]*(?:#|<>)/;

/** The position of a comment that is opened but not closed in this line; -1 if there is none. */
export function openComment(text: string): number {
  const open = text.lastIndexOf('<!--');
  return open !== -1 && text.indexOf('-->', open) === -1 ? open : -1;
}

export function kindOfLine(text: string): RegionKind {
  if (HEADING.test(text)) return 'heading';
  if (LINK_COMMENT.test(text)) return 'comment';
  if (LIST_ITEM.test(text)) return 'list-item';
  const first = text.trimStart()[0];
  if (first === '|') return 'table';
  return first === '>' ? 'quote' : 'prose';
}

export function* linesFrom(text: string, from: number): Generator<Line> {
  for (let start = from; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}
