import { wrap } from './wrap.ts';

/** Wraps a line and keeps its indentation on the continuation lines. */
export function wrapLiteral(line: string, width: number): string[] {
  const text = line.trimStart();
  const indent = ' '.repeat(Math.min(line.length - text.length, Math.floor(width / 2)));
  return wrap(text, width - indent.length).map((part) => (part === '' ? '' : indent + part));
}
