import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { confineDockerfile } from '../foreign/dockerfile/confine-dockerfile.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';

export const ENVIRONMENT = 'environment';

const DOCKERFILE = 'Dockerfile';
/** A Dockerfile may use any other file. */
const KNOWN = /^(?:requirements\.txt|package\.json|package-lock\.json|files\/.*)$/;

/**
 * Reads the folder `environment/` of a suite or a task; `null` if there is none. A package file without its lock would
 * install something else each time, and a mistyped name nothing. A Dockerfile that must not be built is refused here, before
 * anything is spent.
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
  const dockerfile = files.find(({ path }) => path === DOCKERFILE);
  if (dockerfile !== undefined) confineDockerfile(join(folder, DOCKERFILE), dockerfile.content);
  const unknown = dockerfile !== undefined ? undefined : files.find(({ path }) => !KNOWN.test(path));
  if (unknown === undefined) return files;
  const expected =
    'expected Dockerfile, requirements.txt, package.json with package-lock.json, or files in files/';
  throw new AssayError('INPUT_INVALID', `${join(folder, unknown.path)}: ${expected}.`);
}
