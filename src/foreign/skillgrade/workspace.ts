import { sizeOfFiles } from '../drafting/draft-budget.ts';
import { innerPath } from '../drafting/inner-path.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { oneLine } from '../drafting/one-line.ts';
import { filesAt } from '../drafting/workspace-files.ts';
import type { Files } from '../foreign-format.ts';
import { placeIn, type Told } from './graded-task.ts';
import type { GradedTask } from './skillgrade-schema.ts';

/** The files that a task starts with, and those that lie elsewhere in its image. */
export function workspaceOf(
  task: GradedTask,
  told: Told,
  losses: LossList,
): { workspace: Files; placed: Files } {
  const workspace: Files = [];
  const placed: Files = [];
  for (const [number, { src, dest, chmod }] of (task.workspace ?? []).entries()) {
    const found = filesAt(src, told.folder, told.files);
    const place = innerPath(dest.replace(/^\/+/, ''));
    const at = placeIn(told, 'workspace', number);
    if (place === null) losses.dropped(told.document.file, at, 'This place is not in the workspace.');
    else if (found === null)
      losses.incomplete(
        told.document.file,
        at,
        `There is no file ${oneLine(src, '')}. Put it in workspace/.`,
      );
    else {
      told.budget.reserve(sizeOfFiles(found), `${told.document.file}:${at}`);
      const isFolder = found.length > 1 || found[0]?.path !== src.split('/').at(-1);
      const made = found.map((file) => ({
        ...file,
        path: isFolder ? `${place}/${file.path}` : place,
        executable: file.executable || /x|[1357]/.test(String(chmod ?? '')),
      }));
      const isInside = !dest.startsWith('/') || dest.startsWith('/workspace/');
      if (isInside)
        workspace.push(
          ...made.map((file) => ({
            ...file,
            path: file.path.replace(/^workspace\//, dest.startsWith('/') ? '' : 'workspace/'),
          })),
        );
      else placed.push(...made.map((file) => ({ ...file, path: `files/${file.path}` })));
    }
  }
  return { workspace, placed };
}
