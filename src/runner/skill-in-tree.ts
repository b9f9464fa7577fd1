import type { FileTree } from '../sandbox/sandbox.ts';
import { entriesBelow, isSameEntry } from './tree-diff.ts';

/** The folders in which the agent would find skills, read before it starts. */
export function skillFolders(tree: FileTree, skillsDir: string): string[] {
  const names = entriesBelow(tree, skillsDir).map(
    ({ path }) => path.slice(skillsDir.length + 1).split('/')[0] ?? '',
  );
  return [...new Set(names)].sort();
}

export function isUnchanged(before: FileTree, after: FileTree, skillsDir: string): boolean {
  const old = entriesBelow(before, skillsDir);
  const now = new Map(entriesBelow(after, skillsDir).map((entry) => [entry.path, entry]));
  return old.length === now.size && old.every((entry) => isSame(entry, now.get(entry.path)));
}

function isSame(
  before: FileTree['entries'][number],
  after: FileTree['entries'][number] | undefined,
): boolean {
  return after !== undefined && isSameEntry(before, after);
}
