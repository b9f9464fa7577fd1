import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { GitHistory } from '../contracts/git-history.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';
import { buildRepository } from './history/build-repository.ts';
import { listFolders } from './list-folders.ts';

/** The folder with the files of commits, beside the `suite.yaml` or `task.yaml` whose `git` names its folders. */
export const HISTORY = 'history';

export type HistoryFolders = ReadonlyMap<string, Files>;

/** Every folder of `history/` that holds a file. A folder that no commit names is likely to be mistyped in one. */
export async function readHistory(dir: string, git: GitHistory | undefined): Promise<HistoryFolders> {
  const folders = new Map<string, Files>();
  for (const name of (await listFolders(join(dir, HISTORY))) ?? []) {
    const files = (await readFolder(join(dir, HISTORY, name), 'INPUT_INVALID')) ?? [];
    if (files.length > 0) folders.set(name, files);
  }
  const idle = [...folders.keys()].find((name) => git?.commits.every(({ files }) => files !== name) ?? true);
  if (idle === undefined) return folders;
  const problem = `expected a commit of "git" with "files: ${idle}" in the file beside ${HISTORY}/, found none`;
  throw new AssayError('INPUT_INVALID', `${join(dir, HISTORY, idle)}: ${problem}.`);
}

/** The files of a repository with these commits. `file` is what names them. */
export function repositoryOf(
  git: GitHistory,
  { folders, workspace, file }: { folders: HistoryFolders; workspace: Files; file: string },
): Files {
  const repository = buildRepository(git, { folders, workspace });
  if (!('expected' in repository)) return repository;
  const { commit, field, expected } = repository;
  throw new AssayError('INPUT_INVALID', `${file}: git.commits.${commit}.${field}: expected ${expected}.`);
}
