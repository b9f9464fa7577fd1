import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { linkTarget } from '../../checks/source/archive-path.ts';
import { isSkillFile, PASSED_OVER } from './locate-skills.ts';
import type { SourceTree, TreeFile, TreeLink } from './source-tree.ts';

/**
 * Lists a folder on this machine without following links; null if it holds more than `maxEntries`. What belongs to
 * development is passed over only outside of skills, so that a skill has all the files that a copy of it has.
 */
export async function folderTree(root: string, maxEntries: number): Promise<SourceTree | null> {
  const files: TreeFile[] = [];
  const links: TreeLink[] = [];
  const specials: string[] = [];
  const checkouts: string[] = [];
  const folders = [{ folder: '.', isInSkill: false }];
  let seen = 0;
  for (let place = folders.pop(); place !== undefined; place = folders.pop()) {
    const { folder, isInSkill } = place;
    const entries = await readdir(posix.join(root, folder), { withFileTypes: true });
    const isSkill = isInSkill || entries.some((entry) => !entry.isDirectory() && isSkillFile(entry.name));
    for (const entry of entries) {
      const path = posix.join(folder, entry.name);
      if (entry.name === '.git' && isSkill && !isInSkill) checkouts.push(path);
      if (isPassedOver(entry.name, { isSkill, isInSkill })) continue;
      if (++seen > maxEntries) return null;
      if (entry.isDirectory()) folders.push({ folder: path, isInSkill: isSkill });
      else if (entry.isSymbolicLink()) links.push(await linkAt(root, path));
      else if (entry.isFile()) files.push(await fileAt(root, path));
      else specials.push(path);
    }
  }
  return { files, links, specials, gaps: [], checkouts };
}

/** The `.git` of a skill's own folder is that of a checkout. One further inside would be part of the skill. */
function isPassedOver(
  name: string,
  { isSkill, isInSkill }: { isSkill: boolean; isInSkill: boolean },
): boolean {
  return isSkill ? name === '.git' && !isInSkill : PASSED_OVER.has(name);
}

async function linkAt(root: string, path: string): Promise<TreeLink> {
  const end = linkTarget(path, await readlink(posix.join(root, path)), 'symbolic-link');
  return { path, target: 'path' in end ? end.path : null };
}

async function fileAt(root: string, path: string): Promise<TreeFile> {
  const place = posix.join(root, path);
  const { mode, size } = await lstat(place);
  return { path, executable: (mode & 0o111) !== 0, size, read: () => readFile(place) };
}
