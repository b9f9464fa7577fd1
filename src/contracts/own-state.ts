import type { TreeEntry } from './evidence.ts';

/** What is gone has no kind. */
type Changed = Pick<TreeEntry, 'path'> & Partial<Pick<TreeEntry, 'kind'>>;

/**
 * Whether an agent keeps its own state there, or in that folder. Places are paths, with * for a part of a
 * name, and for all that follows if it ends a place.
 */
export function isOwnState({ path, kind }: Changed, places: readonly string[]): boolean {
  return places.some((place) => isAt(path, place) || (kind === 'directory' && place.startsWith(`${path}/`)));
}

function isAt(path: string, place: string): boolean {
  const [start = '', end] = place.split('*');
  if (end === undefined) return path === place || path.startsWith(`${place}/`);
  if (!path.startsWith(start)) return false;
  const rest = path.slice(start.length);
  return end === '' || (rest.endsWith(end) && !rest.includes('/'));
}
