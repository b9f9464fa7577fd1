import { readdir } from 'node:fs/promises';
import { AssayError } from '../base/assay-error.ts';
import { isMissing, unreadable } from '../sources/file-fault.ts';

/** The sorted names of the folders in a folder, without hidden ones; `null` if there is no such folder. */
export async function listFolders(path: string): Promise<string[] | null> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const link = entries.find((entry) => entry.isSymbolicLink());
    if (link !== undefined) throw linked(path, link.name);
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return folders.filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof AssayError ? error : unreadable(path, error);
  }
}

/** Refuses a link: if it were skipped, the task would silently be missing from the benchmark. */
function linked(path: string, name: string): AssayError {
  return new AssayError(
    'INPUT_INVALID',
    `${path}/${name}: expected a file or a folder, found a symbolic link. Put a copy in its place.`,
  );
}
