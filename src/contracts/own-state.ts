import type { TreeEntry } from './evidence.ts';

/** What is gone has no kind. */
type Changed = Pick<TreeEntry, 'path'> & Partial<Pick<TreeEntry, 'kind'>>;

/**
 * Whether an agent keeps its own state there, or in that folder. Places are paths, with * for the end of a name.
 */
export function isOwnState({ path, kind }: Changed, places: readonly string[]): boolean {
  return places.some((place) => isAt(path, place) || (kind === 'directory' && place.startsWith(`${path}/`)));
}

function isAt(path: string, place: string): boolean {
  if (place.endsWith('*')) return path.startsWith(place.slice(0, -1));
  return path === place || path.startsWith(`${place}/`);
}
