import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';

/** What is run of a reference solution; the other files lie beside it. */
export const SOLVE = 'solve.sh';

/**
 * The reference solution of a task, or `null` where it has none. It is no part of the task's files, so that it can get
 * into nothing that is made of those: the graders' proof alone asks for it.
 */
export async function readSolution(taskDir: string): Promise<Files | null> {
  const dir = join(taskDir, 'solution');
  const files = await readFolder(dir, 'INPUT_INVALID');
  if (files === null || files.some(({ path }) => path === SOLVE)) return files;
  throw new AssayError(
    'INPUT_INVALID',
    `${join(dir, SOLVE)}: expected the script that solves the task, found nothing there. Add it, or remove the folder.`,
  );
}
