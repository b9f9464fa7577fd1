import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { linkTarget } from '../../checks/source/archive-path.ts';
import { PASSED_OVER } from './locate-skills.ts';
import type { SourceTree, TreeFile, TreeLink } from './source-tree.ts';

/** Lists a folder on this machine without following links; null if it holds more than `maxEntries`. */
export async function folderTree(root: string, maxEntries: number): Promise<SourceTree | null> {
  const files: TreeFile[] = [];
  const links: TreeLink[] = [];
  const specials: string[] = [];
  const folders = ['.'];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(posix.join(root, folder), { withFileTypes: true })) {
      if (PASSED_OVER.has(entry.name)) continue;
      if (++seen > maxEntries) return null;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isSymbolicLink()) links.push(await linkAt(root, path));
      else if (entry.isFile()) files.push(await fileAt(root, path));
      else specials.push(path);
    }
  }
  return { files, links, specials, gaps: [] };
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
