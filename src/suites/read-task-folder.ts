import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { expectedFilesOf } from '../contracts/grader-spec.ts';
import type { Script } from '../contracts/script.ts';
import { Task } from '../contracts/task.ts';
import { type Files, readFolder } from '../sources/read-folder.ts';
import { readEnvironment } from './read-environment.ts';
import { readScript } from './read-script.ts';
import { readText } from './read-text.ts';

export type TaskFiles = {
  dir: string;
  task: Task;
  /** The files that the agent starts with, in both arms. */
  workspace: Files;
  /** The files that only the graders see. */
  grade: Files;
  /** The files of the task's own `environment/`. */
  environment: Files;
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
  const script = await readScript(dir);
  if (text === null) {
    if (workspace === null && grade === null && script === null) return null;
    throw new AssayError('FILE_NOT_FOUND', `${file}: expected the task of this folder, found nothing there.`);
  }
  const task = parseTask(text, file);
  requireGradeFiles(task, grade ?? [], file);
  const environment = (await readEnvironment(dir)) ?? [];
  return { dir, task, workspace: workspace ?? [], grade: grade ?? [], environment, script };
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
export function parseTask(text: string, file: string): Task {
  return parseNamedYaml(Task, text, file);
}
