import { type Stats, statSync } from 'node:fs';
import { isMissing, unreadable } from './file-fault.ts';
import type { PathKind } from './parse-source.ts';

/** Returns null for anything else, such as a pipe, which would keep a reader waiting for ever. */
export function kindOfPath(path: string): PathKind {
  const stats = statsOf(path);
  if (stats?.isDirectory()) return 'folder';
  return stats?.isFile() ? 'file' : null;
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw unreadable(path, cause);
  }
}
