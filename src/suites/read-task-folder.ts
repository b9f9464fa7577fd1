import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { expectedFilesOf } from '../contracts/expected-files-of.ts';
import type { Script } from '../contracts/script.ts';
import { Task } from '../contracts/task.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';
import { listFolders } from './list-folders.ts';
import { missingAnswers, readAnswers, requireAnswersNamed } from './read-answers.ts';
import { readEnvironment } from './read-environment.ts';
import { type HistoryFolders, readHistory } from './read-history.ts';
import { readScript } from './read-script.ts';
import { readText } from './read-text.ts';

const TURNS = 'turns';

/** Files that arrive together, with what the user says. */
type Arrival = { name: string; files: Files };

export type TaskFiles = {
  dir: string;
  task: Task;
  /** The files that the agent starts with, in both arms. */
  workspace: Files;
  /** The folders of `turns/`, whose files arrive while the agent works. */
  arrivals: Arrival[];
  /** The folders of `history/`, whose files are those of commits. */
  history: HistoryFolders;
  /** The files of the `.git` that the workspace has from the start, if it has one. */
  repository?: Files;
  /** The files that only the graders see. */
  grade: Files;
  /** The files of the task's own `environment/`. */
  environment: Files;
  /** The files of `answers/` that answer in the place of the network, beside the fixtures that name them. */
  answers: Files;
  script: Script | null;
};

/**
 * `null` if the folder holds nothing of a task. The reference solution is not read here: see `readSolution`.
 */
export async function readTaskFolder(dir: string): Promise<TaskFiles | null> {
  const file = join(dir, 'task.yaml');
  const text = await readText(file);
  const workspace = await readFolder(join(dir, 'workspace'), 'INPUT_INVALID');
  const grade = await readFolder(join(dir, 'grade'), 'INPUT_INVALID');
  const arrivals = await readArrivals(join(dir, TURNS));
  const script = await readScript(dir);
  if (text === null) {
    if (workspace === null && grade === null && script === null && arrivals.length === 0) return null;
    throw new AssayError('FILE_NOT_FOUND', `${file}: expected the task of this folder, found nothing there.`);
  }
  const answers = await readAnswers(dir);
  const task = parseTask(text, file, { arrivals, answers });
  requireAnswersNamed(task.network, answers, dir);
  requireGradeFiles(task, grade ?? [], file);
  requireNamed(task, arrivals, dir);
  requireRoom([...(workspace ?? []), ...arrivals.flatMap(({ files }) => files)], dir);
  const environment = (await readEnvironment(dir)) ?? [];
  const history = await readHistory(dir, task.git);
  const given = { workspace: workspace ?? [], arrivals, grade: grade ?? [] };
  return { dir, task, ...given, history, environment, answers, script };
}

/** Every folder of `turns/` that holds a file. */
async function readArrivals(dir: string): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  for (const name of (await listFolders(dir)) ?? []) {
    const files = (await readFolder(join(dir, name), 'INPUT_INVALID')) ?? [];
    if (files.length > 0) arrivals.push({ name, files });
  }
  return arrivals;
}

/** Files that nobody brings would silently be missing from the task. */
function requireNamed({ turns = [] }: Task, arrivals: readonly Arrival[], dir: string): void {
  const idle = arrivals.find(({ name }) => turns.every(({ files }) => files !== name));
  if (idle === undefined) return;
  const problem = `expected a turn in task.yaml with "files: ${idle.name}", found none`;
  throw new AssayError('INPUT_INVALID', `${join(dir, TURNS, idle.name)}: ${problem}.`);
}

/** A file may take the place of another file, but not that of a folder. */
function requireRoom(files: Files, dir: string): void {
  const paths = files.map(({ path }) => path);
  const blocked = paths.find((path) => paths.some((other) => other.startsWith(`${path}/`)));
  if (blocked === undefined) return;
  const problem = `expected ${blocked} to be a file or a folder, found both in workspace/ and ${TURNS}/`;
  throw new AssayError('INPUT_INVALID', `${dir}: ${problem}.`);
}

function requireGradeFiles(task: Task, grade: Files, file: string): void {
  for (const grader of task.graders) {
    const lacking = expectedFilesOf(grader).find((expected) => grade.every(({ path }) => path !== expected));
    if (lacking === undefined) continue;
    const problem = `expected grade/${lacking} for the grader "${grader.title}", found nothing there`;
    throw new AssayError('FILE_NOT_FOUND', `${file}: ${problem}.`);
  }
}

/** `file` is where the text was read from: its folder must have the task's id as its name. */
export function parseTask(text: string, file: string, beside: Beside = { arrivals: [], answers: [] }): Task {
  return parseNamedYaml(taskWith(beside), text, file);
}

/** What a `task.yaml` may name. */
type Beside = { arrivals: readonly Arrival[]; answers: Files };

/** Refuses a turn or a fixture whose files are not there, and says where it stands. */
function taskWith({ arrivals, answers }: Beside) {
  return Task.superRefine(({ turns = [], network }, context) => {
    for (const issue of missingAnswers(network, answers)) context.addIssue(issue);
    for (const [index, { files }] of turns.entries()) {
      if (files === undefined || arrivals.some(({ name }) => name === files)) continue;
      const message = `the name of a folder with files in ${TURNS}/ beside this file`;
      context.addIssue({ code: 'custom', path: ['turns', index, 'files'], message, input: files });
    }
  });
}
