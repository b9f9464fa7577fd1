import { digestOf } from '../base/digest.ts';
import type { TreeEntry } from '../contracts/evidence.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { FileTree } from '../sandbox/sandbox.ts';
import type { Work } from './solve-task.ts';

/** The same work with one file changed, added or, for `null`, removed. */
export function withFile(work: Work, path: string, bytes: Uint8Array | null): Work {
  const { after } = work;
  const old = after.entries.find((entry) => entry.path === path);
  const entries = after.entries.filter((entry) => entry !== old);
  const contents = new Map(after.contents);
  if (bytes === null) contents.delete(path);
  else {
    contents.set(path, bytes);
    entries.push({ ...(old ?? NEW_FILE), path, size: bytes.length, digest: digestOf(bytes), content: null });
  }
  return { ...work, after: { ...after, entries, contents } };
}

const NEW_FILE = {
  ...{ kind: 'file' as const, mode: 0o644, owner: null, attributes: null, target: null, content: null },
};

/** The files of the workspace that the work made or changed, and those that it left as they were. */
export function madeAndKept({ before, after }: Work): { made: TreeEntry[]; kept: TreeEntry[] } {
  const old = new Map(filesIn(before).map((entry) => [entry.path, entry.digest]));
  const { made = [], kept = [] } = Object.groupBy(filesIn(after), ({ path, digest }) =>
    old.get(path) === digest ? 'kept' : 'made',
  );
  return { made, kept };
}

/** The files of the workspace. Those of a repository say nothing one by one. */
export function filesIn({ entries, contents }: FileTree): TreeEntry[] {
  return entries
    .filter(({ kind, path }) => kind === 'file' && path.startsWith(`${WORKSPACE}/`) && contents.has(path))
    .filter(({ path }) => !isOfRepository(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const REPOSITORY = `${WORKSPACE}/.git`;

/** Git notes there what it has seen, also if it is only asked for the state of things. */
const INDEX = `${REPOSITORY}/index`;

function isOfRepository(path: string): boolean {
  return path === REPOSITORY || path.startsWith(`${REPOSITORY}/`);
}

/** The same work with the repository as it was before, or without one; `null` if the work did nothing to it. */
export function withOldRepository(work: Work): Work | null {
  const { before, after } = work;
  if (repositoryIn(before) === repositoryIn(after)) return null;
  const others = after.entries.filter(({ path }) => !isOfRepository(path));
  const old = before.entries.filter(({ path }) => isOfRepository(path));
  const contents = new Map([
    ...[...after.contents].filter(([path]) => !isOfRepository(path)),
    ...[...before.contents].filter(([path]) => isOfRepository(path)),
  ]);
  return { ...work, after: { ...after, entries: [...others, ...old], contents } };
}

function repositoryIn({ entries }: FileTree): string {
  const files = entries.filter(({ path, kind }) => kind === 'file' && isOfRepository(path) && path !== INDEX);
  return files
    .map(({ path, digest }) => `${path} ${digest}`)
    .toSorted()
    .join('\n');
}

/** A path of the workspace as users write it. */
export function shown(path: string): string {
  return path.slice(WORKSPACE.length + 1);
}
