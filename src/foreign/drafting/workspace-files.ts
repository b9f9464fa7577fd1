import { posix } from 'node:path';
import type { Files } from '../foreign-format.ts';
import { innerPath } from './inner-path.ts';

/** A file, or all of a folder, by a path that is relative to `folder` in what was imported; `null` if there is none. */
export function filesAt(path: string, folder: string, files: Files): Files | null {
  const place = innerPath(posix.join(folder === '' ? '.' : folder, path));
  if (place === null) return /^\.?\/?$/.test(path) && folder === '' ? files : null;
  const file = files.find((one) => one.path === place);
  if (file !== undefined) return [{ ...file, path: posix.basename(place) }];
  const below = files.filter((one) => one.path.startsWith(`${place}/`));
  return below.length === 0 ? null : below.map((one) => ({ ...one, path: one.path.slice(place.length + 1) }));
}

/** The file at a path, or `null`. */
export function fileAt(path: string, folder: string, files: Files): Files[number] | null {
  const place = innerPath(posix.join(folder === '' ? '.' : folder, path));
  return files.find((one) => one.path === place) ?? null;
}

/** Later files take the place of earlier ones with the same path. */
export function layered(...layers: readonly Files[]): Files {
  return [...new Map(layers.flat().map((file) => [file.path, file])).values()];
}

/** The folder that a file lies in: empty, or with a slash at its end. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : `${folder}/`;
}
