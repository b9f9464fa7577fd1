import { lstatSync } from 'node:fs';
import { AssayError } from '../base/assay-error.ts';

/**
 * Refuses anything but a file or a folder of the results, or nothing: whoever made the results could lead what is written
 * to a place of theirs, or reading to something that never ends.
 */
export function requirePlain(path: string, expected: 'file' | 'folder'): void {
  const found = kindOf(path);
  if (found === null || found === expected) return;
  const message = `${path}: expected a ${expected}, found a ${found}. Choose another folder with --results.`;
  throw new AssayError('STORE_UNUSABLE', message);
}

function kindOf(path: string): 'file' | 'folder' | 'link' | 'device or pipe' | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  return stat.isSymbolicLink() ? 'link' : 'device or pipe';
}
