import { posix } from 'node:path';
import type { RubricGrader } from '../contracts/rubric-grader.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { Pace } from '../threads/pace.ts';
import type { GradingContext } from './grader.ts';
import { isFolder } from './place-tree.ts';

const NAME_WEIGHT = 512;

type Reads = RubricGrader['reads'];
type Options = Pick<GradingContext, 'workspace' | 'session'>;

export type JudgedPlaces = {
  /** Whatever is not a folder. All of it has to be shown, for the work to be shown as a whole. */
  places: ReadonlySet<string>;
  /** What the agent created or changed, in the workspace and elsewhere. */
  changed: ReadonlySet<string>;
  /** Folders that `reads` names and that are not there, or only behind links. */
  lacking: readonly string[];
};

/**
 * The places of the workspace that a judge has to see: all that was created or changed or, if a rubric says what it
 * `reads`, that and what stands in its way.
 */
export async function placesToJudge(reads: Reads, options: Options, pace: Pace): Promise<JudgedPlaces> {
  const { created, changed } = options.session.changes;
  const kinds = new Map<string, string>();
  for (const { path, kind } of [created, changed].flat()) {
    kinds.set(path, kind);
    await pace.spend(NAME_WEIGHT);
  }
  const work = [...kinds].flatMap(([path, kind]) => (kind === 'directory' || !isInside(path) ? [] : [path]));
  const all = new Set(kinds.keys());
  if (reads.length === 0) return { places: new Set(work), changed: all, lacking: [] };
  const folders = reads.filter((place) => place.endsWith('/')).map(placeOf);
  const files = reads.filter((place) => !place.endsWith('/')).map(placeOf);
  // A file, or a link, where a folder that is asked for should be hides what is below it.
  const inTheWay = work.filter((path) => folders.some((folder) => folder.startsWith(`${path}/`)));
  const below = [...work, ...leftIn(options)].filter((path) => folders.some((at) => path.startsWith(at)));
  return {
    places: new Set([...files, ...inTheWay, ...below]),
    changed: all,
    lacking: folders.filter((folder) => !isRealFolder(folder, options)),
  };
}

export function placeOf(path: string): string {
  return posix.join(WORKSPACE, path);
}

export function isInside(path: string): boolean {
  return path.startsWith(`${WORKSPACE}/`);
}

function leftIn({ workspace: { contents } }: Options): string[] {
  const others = (contents.entries ?? []).filter(({ kind }) => kind !== 'folder');
  return [...contents.files, ...others].map(({ path }) => path);
}

function isRealFolder(folder: string, { workspace }: Options): boolean {
  const path = folder.replace(/\/$/, '');
  const place = workspace.original.places.find(path);
  return place !== null && place.path === path && isFolder(place);
}
