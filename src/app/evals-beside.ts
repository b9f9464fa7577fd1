import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  evalsPlaces,
  LEVELS_UP,
  MOST_EVALS_BYTES,
  skillOfEvals,
} from '../foreign/agent-skills/evals-places.ts';
import { isWithin } from '../sources/loading/is-within.ts';

/**
 * The file with the evals of a skill that lies in the same repository on this machine, outside of the source that the
 * user has named; `null` if there is none.
 */
export async function evalsBeside(source: string, skillNames: readonly string[]): Promise<string | null> {
  for (const folder of placesAround(source)) {
    for (const { path, about } of evalsPlaces(skillNames)) {
      const file = join(folder, path);
      if (about.includes(await skillOf(file, folder))) return file;
    }
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
  if (!stats.isFile() || stats.size > MOST_EVALS_BYTES) return '';
  // A link of the repository may lead anywhere.
  if (!isWithin(realpathSync(folder), realpathSync(file))) return '';
  return skillOfEvals(await readFile(file), file);
}
