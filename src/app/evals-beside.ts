import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { readAround } from '../foreign/agent-skills/read-around.ts';
import { readDocument } from '../foreign/agent-skills/read-document.ts';
import { isWithin } from '../sources/loading/is-within.ts';

/** Repositories keep the evals of their skills in these folders, if not in the skills. */
const FOLDERS = ['evals', 'tests', 'testing', 'benchmarks'];
/** As in `plugins/one/skills/tidy`. */
const LEVELS_UP = 3;
/** The name that evals get if they name no skill. */
const NO_SKILL = readAround({ items: [], around: {}, list: null }, null).name;
const PLAIN_NAME = /^[\w-][\w.-]*$/;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The file with the evals of a skill that lies in the same repository, outside of the skill; `null` if there is none.
 * A file is the skill's only if its folder or its name is called like the skill, or if it says so itself. What
 * says that it is about another skill is left alone, wherever it lies.
 */
export async function evalsBeside(source: string, skillNames: readonly string[]): Promise<string | null> {
  // The author of the skill chooses its name, and must not choose any file of this machine.
  const names = skillNames.filter((name) => PLAIN_NAME.test(name));
  for (const folder of placesAround(source)) {
    const named = FOLDERS.flatMap((kind) =>
      names.flatMap((name) => [
        join(folder, kind, name, 'evals/evals.json'),
        join(folder, kind, name, 'evals.json'),
        join(folder, kind, `${name}.json`),
      ]),
    );
    for (const file of named) if ([...names, NO_SKILL].includes(await skillOf(file, folder))) return file;
    const shared = join(folder, 'evals/evals.json');
    if (names.includes(await skillOf(shared, folder))) return shared;
  }
  return null;
}

/** The source itself and the folders above it within its repository: what lies above another one may be anybody's. */
function placesAround(source: string): string[] {
  const place = resolve(source);
  if (!existsSync(place)) return [];
  const first = statSync(place).isDirectory() ? place : dirname(place);
  const folders = [first, ...above(first)];
  const root = folders.findIndex((folder) => isRepository(folder, statSync(first).uid));
  return folders.slice(0, Math.min(root, LEVELS_UP) + 1 || 1);
}

function above(folder: string): string[] {
  const next = dirname(folder);
  return next === folder ? [] : [next, ...above(next)];
}

/** In a folder that many share, such as /tmp, anybody can make a repository around what others put there. */
function isRepository(folder: string, owner: number): boolean {
  const git = join(folder, '.git');
  return existsSync(git) && statSync(git).uid === owner;
}

/** The name of the skill that a file of evals is about; empty if it is none. */
async function skillOf(file: string, folder: string): Promise<string> {
  if (!existsSync(file)) return '';
  const stats = statSync(file);
  // Nobody may ever write into a pipe.
  if (!stats.isFile() || stats.size > MOST_BYTES) return '';
  // A link of the repository may lead anywhere.
  if (!isWithin(realpathSync(folder), realpathSync(file))) return '';
  try {
    return readAround(readDocument(await readFile(file), file), null).name;
  } catch (error) {
    // A folder of tests may hold any JSON.
    if (error instanceof AssayError) return '';
    throw error;
  }
}
