import type { TreeEntry } from './evidence.ts';

/** What is gone has no kind. */
type Changed = Pick<TreeEntry, 'path'> & Partial<Pick<TreeEntry, 'kind'>>;

/**
 * Whether an agent keeps its own state there, or in that folder. Places are paths, with * for a part of a
 * name, and for all that follows if it ends a place. One that ends in a slash is a folder without anything in it.
 */
export function isOwnState(changed: Changed, places: readonly string[]): boolean {
  const { path, kind } = changed;
  return places.some(
    (place) => isAt(changed, place) || (kind === 'directory' && place.startsWith(`${path}/`)),
  );
}

function isAt({ path, kind = 'directory' }: Changed, place: string): boolean {
  if (place.endsWith('/')) return kind === 'directory' && `${path}/` === place;
  const [start = '', end] = place.split('*');
  if (end === undefined) return path === place || path.startsWith(`${place}/`);
  if (!path.startsWith(start)) return false;
  const rest = path.slice(start.length);
  return end === '' || (rest.endsWith(end) && !rest.includes('/'));
}
