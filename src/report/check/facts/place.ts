import { posix } from 'node:path';
import { visible } from '../../../base/visible.ts';
import type { CheckReport } from '../../../contracts/check-report.ts';
import type { Finding } from '../../../contracts/finding.ts';

/** A finding about the skill as a whole (file ".") has no line. */
export function placeOf({ file, line, column }: Finding): string {
  return file === '.' ? file : `${visible(file)}:${line}:${column}`;
}

/** Where a skill was found: its source, followed by its folder unless that is the root. */
export function originOf({ source, path }: CheckReport): string {
  if (path === '.') return source;
  return URL.canParse(source) ? `${source} ${path}` : posix.join(source, path);
}
