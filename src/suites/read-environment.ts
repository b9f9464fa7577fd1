import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';

export const ENVIRONMENT = 'environment';

/** A Dockerfile may use any other file. */
const KNOWN = /^(?:requirements\.txt|package\.json|package-lock\.json|files\/.*)$/;

/**
 * Reads the folder `environment/` of a suite or a task; `null` if there is none. A package file without its lock would
 * install something else each time, and a mistyped name nothing.
 */
export async function readEnvironment(dir: string): Promise<Files | null> {
  const folder = join(dir, ENVIRONMENT);
  const files = await readFolder(folder, 'INPUT_INVALID');
  if (files === null) return null;
  const has = (name: string) => files.some(({ path }) => path === name);
  if (has('package.json') && !has('package-lock.json')) {
    const problem = 'expected package-lock.json beside package.json, found none. Write it with "npm install"';
    throw new AssayError('FILE_NOT_FOUND', `${folder}: ${problem}.`);
  }
  const unknown = has('Dockerfile') ? undefined : files.find(({ path }) => !KNOWN.test(path));
  if (unknown === undefined) return files;
  const expected =
    'expected Dockerfile, requirements.txt, package.json with package-lock.json, or files in files/';
  throw new AssayError('INPUT_INVALID', `${join(folder, unknown.path)}: ${expected}.`);
}
