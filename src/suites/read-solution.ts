import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';

/** The script of a reference solution that is run; the other files lie beside it. */
export const SOLVE = 'solve.sh';
/** What an agent that solves the task would answer, for graders of the answer. */
export const ANSWER = 'answer.txt';

/**
 * The reference solution of a task, or `null` if it has none. It is not one of the task's files, so that it
 * cannot get into anything made from them: only the proof of the graders asks for it.
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
