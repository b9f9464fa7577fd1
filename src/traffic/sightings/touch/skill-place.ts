import { posix } from 'node:path';
import { type Globs, isGlob } from './matches-glob.ts';

/** The place where a trial has, or would have, the skill, and the folder in which its agent's commands start. */
export type SkillPlace = {
  root: string;
  /** Paths relative to the root; `null` if they are not known: then any path below the root counts as one. */
  files: readonly string[] | null;
  /** The files that can be started by name. */
  executables: readonly string[];
  cwd: string;
  home: string;
  /** Compares patterns with the files, within one budget for the whole trial. */
  globs: Globs;
};

/** Whether a path, or a pattern of paths, names a file of the skill. */
export function namesFile({ root, files, globs }: SkillPlace, path: string): boolean {
  const isBelow = path.startsWith(`${root}/`);
  if (files === null) return isBelow;
  if (!isGlob(path)) return isBelow && files.includes(path.slice(root.length + 1));
  const paths = files.map((file) => `${root}/${file}`);
  return globs.matchesAny(path, paths);
}

/** Whether the path is a folder with files of the skill: its root, a folder below it, or the folder of all skills. */
export function namesFolder({ root, files }: SkillPlace, path: string): boolean {
  if (path === root || path === posix.dirname(root)) return true;
  if (files === null || !path.startsWith(`${root}/`)) return false;
  const folder = `${path.slice(root.length + 1)}/`;
  return files.some((file) => file.startsWith(folder));
}
