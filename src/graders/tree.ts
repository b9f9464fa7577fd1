import { posix } from 'node:path';
import type { TreeDiff, TreeEntry } from '../contracts/evidence.ts';
import { isOwnState } from '../contracts/own-state.ts';
import { HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import type { TreeGrader } from '../contracts/work-grader.ts';
import type { Grader } from './grader.ts';

const MAX_LISTED = 5;

/** Judges which places changed. A record that is not whole fails the attempt before this is asked. */
export const tree: Grader<'tree'> = {
  needsSandbox: false,
  needsSolution: false,
  isAboutWork: false,
  async grade(spec, { session: { changes, work } }) {
    const unwanted = unwantedIn(changes, spec, work?.ownState ?? []);
    const more = unwanted.length > MAX_LISTED ? `, and ${unwanted.length - MAX_LISTED} more` : '';
    const detail = `changed without leave: ${unwanted.slice(0, MAX_LISTED).join(', ')}${more}`;
    return {
      passed: unwanted.length === 0,
      detail: unwanted.length === 0 ? 'nothing else has changed' : detail,
      difference: null,
      whyBroken: () => null,
    };
  },
};

/** In the home folder, the agent's own state changes with every start of it. */
function unwantedIn(
  { created, changed, deleted }: TreeDiff,
  { changes, keepsHome }: TreeGrader,
  ownState: readonly string[],
): string[] {
  const allowed = changes.map((place) => posix.join(WORKSPACE, place));
  const made = created.filter((entry) => !isOnTheWay(entry, allowed));
  return [...made, ...changed, ...deleted.map((path) => ({ path }))]
    .filter(
      (entry) =>
        isIn(entry.path, WORKSPACE) || (keepsHome && isIn(entry.path, HOME) && !isOwnState(entry, ownState)),
    )
    .map(({ path }) => path)
    .filter((path) => !allowed.some((place) => covers(place, path)));
}

function covers(place: string, path: string): boolean {
  return place.endsWith('/') ? isIn(path, place.slice(0, -1)) : path === place;
}

/** A folder that an allowed place needs. */
function isOnTheWay({ kind, path }: TreeEntry, allowed: readonly string[]): boolean {
  return kind === 'directory' && allowed.some((place) => isIn(place, path));
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
