import { posix } from 'node:path';
import { snapshotOf } from '../../checks/snapshot.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import {
  evalsPlaces,
  LEVELS_UP,
  MOST_EVALS_BYTES,
  skillOfEvals,
} from '../../foreign/agent-skills/evals-places.ts';
import type { LoadedSkill, SourceEvals } from '../source.ts';
import { loadSkill } from './load-skill.ts';
import type { SourceTree, TreeFile } from './source-tree.ts';

/** The evals of a skill that lie in the same source, in the skill's folder or a few folders above it. */
export async function evalsInTree(
  tree: SourceTree,
  { path, folder }: LoadedSkill,
  limits: SourceLimits,
): Promise<SourceEvals | null> {
  const file = await findEvals(tree, path, namesOf(folder));
  if (file === null) return null;
  return { path: file.path, entry: posix.basename(file.path), files: await filesAround(file, tree, limits) };
}

/** A skill is called what it says, and what its folder is called. */
export function namesOf(folder: LoadedSkill['folder']): string[] {
  const { name } = snapshotOf(folder);
  return [...new Set([name, folder.folder ?? name])];
}

async function findEvals(
  tree: SourceTree,
  skillPath: string,
  names: readonly string[],
): Promise<TreeFile | null> {
  const files = new Map(tree.files.map((file) => [file.path, file]));
  for (const folder of foldersFrom(skillPath)) {
    for (const { path, about } of evalsPlaces(names)) {
      const file = files.get(posix.join(folder, path));
      if (file === undefined || file.size > MOST_EVALS_BYTES) continue;
      if (about.includes(skillOfEvals(await file.read(), file.path))) return file;
    }
  }
  return null;
}

function foldersFrom(path: string): string[] {
  const parts = path === '.' ? [] : path.split('/');
  return Array.from({ length: Math.min(parts.length, LEVELS_UP) + 1 }, (_, level) =>
    posix.join('.', ...parts.slice(0, parts.length - level)),
  );
}

/** What lies beside the evals is only read if it is little, plain and safe, like the files of a skill. */
async function filesAround(
  file: TreeFile,
  tree: SourceTree,
  limits: SourceLimits,
): Promise<SourceEvals['files']> {
  const path = posix.dirname(file.path);
  const { folder } = await loadSkill(tree, { source: path, path, rootName: null, limits });
  if (folder !== null) return folder.files;
  return [{ path: posix.basename(file.path), executable: false, content: new Uint8Array(await file.read()) }];
}
