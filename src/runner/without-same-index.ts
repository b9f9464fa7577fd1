import type { TreeDiff, TreeEntry } from '../contracts/evidence.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { Task } from '../contracts/task.ts';
import type { WorkspaceCopy } from '../graders/workspace-copy.ts';
import { isSameIndex } from '../suites/history/same-index.ts';
import type { TaskSubject } from './trial-subject.ts';

const INDEX = `${WORKSPACE}/.git/index`;

/**
 * Whoever looks at the state of a repository has Git write down what it found. That is no change if the index still lists the
 * same.
 */
export function withoutSameIndex(
  changes: TreeDiff,
  { task, workspace }: Pick<TaskSubject, 'workspace'> & { task: Pick<Task, 'git'> },
  { original }: Pick<WorkspaceCopy, 'original'>,
): TreeDiff {
  const given = workspace.find(({ path }) => path === '.git/index')?.content;
  const left = original.contents.get(INDEX);
  if (task.git === undefined || given === undefined || left === undefined) return changes;
  const isSame = (entry: TreeEntry) => entry.path === INDEX && isPlain(entry) && isSameIndex(given, left);
  return { ...changes, changed: changes.changed.filter((entry) => !isSame(entry)) };
}

const MODE = 0o644;

function isPlain({ kind, mode, attributes }: TreeEntry): boolean {
  return kind === 'file' && (mode & 0o7777) === MODE && attributes === null;
}
