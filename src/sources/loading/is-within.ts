import { relative, sep } from 'node:path';

/** Whether a path is a folder or lies below it, by name alone. */
export function isWithin(folder: string, path: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first !== '..';
}
