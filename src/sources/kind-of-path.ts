import { statSync } from 'node:fs';
import type { PathKind } from './parse-source.ts';

/** Neither of the two is a pipe, which would keep a reader waiting for ever. */
export function kindOfPath(path: string): PathKind {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return 'folder';
  return stats?.isFile() ? 'file' : null;
}
