import type { GitCommit, GitHistory } from '../../contracts/git-history.ts';
import type { Files } from '../../sources/read-folder.ts';
import { type Blob, GitObjects, indexOf } from './git-objects.ts';

/** Folders of `history/` by name, and the files of `workspace/`. */
export type Sources = { folders: ReadonlyMap<string, Files>; workspace: Files };

/** What is wrong with a commit: its place in the list, the field, and what was expected there. */
export type HistoryFault = { commit: number; field: 'files' | 'remove'; expected: string };

const FIRST_DATE = Date.parse('2026-01-05T09:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The files of a `.git` with these commits, the last of them checked out. The same history always gives the same commits, on any
 * machine and in both arms.
 */
export function buildRepository({ branch, commits }: GitHistory, sources: Sources): Files | HistoryFault {
  const objects = new GitObjects();
  let files: Files = [];
  let head: string | null = null;
  let date = new Date(FIRST_DATE - DAY_MS).toISOString();
  let blobs: Blob[] = [];
  for (const [index, commit] of commits.entries()) {
    const next = filesAfter(files, commit, sources);
    if ('expected' in next) return { ...next, commit: index };
    files = next.files;
    date = commit.date ?? new Date(Date.parse(date) + DAY_MS).toISOString();
    blobs = objects.addBlobs(files);
    const { author, message } = commit;
    head = objects.addCommit({ tree: objects.addTree(blobs), parent: head, author, date, message });
  }
  const texts = {
    HEAD: `ref: refs/heads/${branch}\n`,
    [`refs/heads/${branch}`]: `${head}\n`,
    config: configOf(commits.at(-1)?.author ?? ''),
  };
  return [
    ...Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text), executable: false })),
    { path: 'index', content: indexOf(blobs), executable: false },
    ...objects.files,
  ].map((file) => ({ ...file, path: `.git/${file.path}` }));
}

type Next = { files: Files } | Omit<HistoryFault, 'commit'>;

function filesAfter(before: Files, { files, remove = [] }: GitCommit, { folders, workspace }: Sources): Next {
  if (files === undefined && remove.length === 0) return { files: workspace };
  const lacking = remove.find((path) => before.every((file) => file.path !== path));
  if (lacking !== undefined)
    return { field: 'remove', expected: `files of the commit before, which has no ${lacking}` };
  const added = files === undefined ? [] : (folders.get(files) ?? []);
  if (files !== undefined && added.length === 0)
    return { field: 'files', expected: 'the name of a folder with files in history/ beside this file' };
  const kept = before.filter(({ path }) => !remove.includes(path));
  const all = new Map([...kept, ...added].map((file) => [file.path, file]));
  const blocked = [...all.keys()].find((path) => foldersAround(path).some((folder) => all.has(folder)));
  if (blocked !== undefined)
    return {
      field: 'files',
      expected: `a folder whose files fit those before: ${blocked} is in what was a file, so remove that`,
    };
  return { files: [...all.values()] };
}

function foldersAround(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Whoever works there commits as the author of the last commit. */
function configOf(author: string): string {
  const [name = '', email = ''] = author.slice(0, -1).split(' <');
  return [
    ...['[core]', '\trepositoryformatversion = 0', '\tfilemode = true', '\tbare = false'],
    ...['\tlogallrefupdates = true', '[user]', `\tname = "${name}"`, `\temail = "${email}"`, ''],
  ].join('\n');
}
