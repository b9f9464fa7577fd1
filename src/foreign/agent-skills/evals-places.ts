import { AssayError } from '../../base/assay-error.ts';
import { readAround } from './read-around.ts';
import { readDocument } from './read-document.ts';

/** Repositories keep the evals of their skills in these folders, if not in the skills. */
const FOLDERS = ['evals', 'tests', 'testing', 'benchmarks'];
/** How far above a skill its evals may lie, as in `plugins/one/skills/tidy`. */
export const LEVELS_UP = 3;
/** No file with evals is larger than this. */
export const MOST_EVALS_BYTES = 16 * 1024 * 1024;
/** The name that evals get if they name no skill. */
const NO_SKILL = readAround({ items: [], around: {}, list: null }, null).name;
const PLAIN_NAME = /^[\w-][\w.-]*$/;

/** A place below a folder of a repository, and the skills that a file there may be about. */
type EvalsPlace = { path: string; about: readonly string[] };

/**
 * Where a folder above a skill may hold the skill's evals, the likeliest place first. A file belongs to the skill only
 * if its folder or its name is called like the skill, or if it says so itself. What says that it is about another
 * skill is left alone, wherever it lies.
 */
export function evalsPlaces(skillNames: readonly string[]): EvalsPlace[] {
  // The author of the skill chooses its name, and must not choose any file of this machine.
  const names = skillNames.filter((name) => PLAIN_NAME.test(name));
  const named = FOLDERS.flatMap((kind) =>
    names.flatMap((name) => [
      `${kind}/${name}/evals/evals.json`,
      `${kind}/${name}/evals.json`,
      `${kind}/${name}.json`,
    ]),
  );
  return [
    ...named.map((path) => ({ path, about: [...names, NO_SKILL] })),
    { path: 'evals/evals.json', about: names },
  ];
}

/** The name of the skill that a file of evals is about; empty if it holds none. */
export function skillOfEvals(content: Uint8Array, file: string): string {
  try {
    return readAround(readDocument(content, file), null).name;
  } catch (error) {
    // A folder of tests may hold any JSON.
    if (error instanceof AssayError) return '';
    throw error;
  }
}
