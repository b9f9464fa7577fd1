import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { type EgressPolicy, fileAnswers } from '../contracts/egress.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';

/** The folder whose files answer in the place of the network, beside the `suite.yaml` or `task.yaml` that names them. */
export const ANSWERS = 'answers';

export async function readAnswers(dir: string): Promise<Files> {
  return (await readFolder(join(dir, ANSWERS), 'INPUT_INVALID')) ?? [];
}

/** A problem for each fixture whose file is not there. */
export function missingAnswers(network: EgressPolicy | undefined, answers: Files) {
  return fileAnswers(network)
    .filter(({ file }) => answers.every(({ path }) => path !== file))
    .map(({ path, file }) => ({
      code: 'custom' as const,
      path: ['network', ...path],
      message: `the path of a file in ${ANSWERS}/ beside this file`,
      input: file,
    }));
}

/** A file that no fixture answers with is likely to be mistyped in one. */
export function requireAnswersNamed(network: EgressPolicy | undefined, answers: Files, dir: string): void {
  const named = new Set(fileAnswers(network).map(({ file }) => file));
  const idle = answers.find(({ path }) => !named.has(path));
  if (idle === undefined) return;
  const problem = `expected a fixture with "bodyFile: ${idle.path}" in the file beside ${ANSWERS}/, found none`;
  throw new AssayError('INPUT_INVALID', `${join(dir, ANSWERS, idle.path)}: ${problem}.`);
}
