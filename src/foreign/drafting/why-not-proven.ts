import type { Loss } from '../../contracts/loss.ts';
import type { SuiteDraft } from '../foreign-format.ts';
import { oneLine } from './one-line.ts';

/** Fewer tasks do not pass `assay check-suite` unless it is told so. */
const FEWEST_TASKS = 4;

/** What keeps a suite from being proven, whatever format it came from, and what to do about it. */
export function whyNotProven({ tasks }: SuiteDraft): Loss[] {
  const unsolved = tasks.filter(({ solution }) => solution.length === 0).map(({ task }) => task.id);
  const judged = tasks
    .filter(({ task }) => task.graders.every((grader) => grader.kind === 'rubric'))
    .map(({ task }) => task.id);
  return [
    ...when(
      unsolved.length > 0,
      `"assay check-suite" will not pass: ${someOf(unsolved, tasks.length)} no reference solution. Add solution/, with the files of right work or a solve.sh; "assay run" needs none.`,
    ),
    ...when(
      judged.length > 0,
      `"assay check-suite" can prove no task that a model alone decides, and ${someOf(judged, tasks.length)} nothing but a rubric. Add a grader that needs no model.`,
    ),
    ...when(
      tasks.length < FEWEST_TASKS,
      `"assay check-suite" wants ${FEWEST_TASKS} tasks or more, and there ${tasks.length === 1 ? 'is 1' : `are ${tasks.length}`}. Add tasks, or give it --allow-small.`,
    ),
  ];
}

function when(applies: boolean, detail: string): Loss[] {
  return applies ? [{ file: '', place: '', effect: 'incomplete', detail }] : [];
}

function someOf(ids: readonly string[], all: number): string {
  if (ids.length === all) return all === 1 ? 'its task has' : `its ${all} tasks have`;
  const names = oneLine(ids.join(', '), 'some');
  return ids.length === 1
    ? `1 of ${all} tasks (${names}) has`
    : `${ids.length} of ${all} tasks (${names}) have`;
}
