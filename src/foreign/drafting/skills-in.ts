import { posix } from 'node:path';
import type { Files } from '../foreign-format.ts';
import { filesBelow } from './file-text.ts';

/** A skill among the files of a task's image. */
export type PackagedSkill = { name: string; files: Files };

const MANIFEST = /(?:^|\/)skill\.md$/i;

/** The skills among some files, by the names of their folders. */
export function skillsIn(files: Files): PackagedSkill[] {
  return skillFolders(files).map((folder) => ({
    name: posix.basename(folder),
    files: filesBelow(folder, files),
  }));
}

/** The files with and without those of skills. */
export function separateSkills(files: Files): { skills: Files; others: Files } {
  const folders = skillFolders(files);
  const isOfSkill = ({ path }: Files[number]) => folders.some((folder) => path.startsWith(folder));
  return { skills: files.filter(isOfSkill), others: files.filter((file) => !isOfSkill(file)) };
}

/** The outermost folders with a `SKILL.md`, each with a slash at its end. */
function skillFolders(files: Files): string[] {
  const manifests = files.filter(({ path }) => path.includes('/') && MANIFEST.test(path));
  const folders = [...new Set(manifests.map(({ path }) => `${posix.dirname(path)}/`))].toSorted();
  return folders.filter((one) => !folders.some((other) => other !== one && one.startsWith(other)));
}
