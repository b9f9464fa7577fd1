import { expect, test } from 'vitest';
import { whyNotProven } from '../../../src/foreign/drafting/why-not-proven.ts';
import type { SuiteDraft, TaskDraft } from '../../../src/foreign/foreign-format.ts';

const FILE = { path: 'solve.sh', executable: true, content: new Uint8Array() };
const EXACT = { kind: 'file-content' as const, title: 'there', path: 'a', matches: '^' };
const JUDGED = { kind: 'rubric' as const, title: 'good', criteria: ['It is good.'] };

function task(id: string, solution: TaskDraft['solution'], graders: TaskDraft['task']['graders']): TaskDraft {
  const words = { level: 'common' as const, objective: id, prompt: id, expected: 'All.' };
  return { task: { id, ...words, graders }, workspace: [], grade: [], solution, script: null };
}

function reasonsFor(tasks: readonly TaskDraft[]): string[] {
  const suite: SuiteDraft['suite'] = { id: 's', title: 's', description: 's' };
  return whyNotProven({ suite, skill: [], environment: [], tasks }).map(({ detail }) => detail);
}

test('a suite whose tasks are solved and graded exactly has nothing that keeps it from being proven', () => {
  expect(reasonsFor(['a', 'b', 'c', 'd'].map((id) => task(id, [FILE], [EXACT])))).toEqual([]);
});

test('tasks without a solution, tasks for a model alone and too few tasks are named, with what to do', () => {
  const [unsolved, judged, few, ...others] = reasonsFor([
    task('a', [FILE], [JUDGED]),
    task('b', [], [EXACT]),
  ]);
  expect(unsolved).toMatch(/1 of 2 tasks \(b\) has no reference solution. Add solution/);
  expect(judged).toMatch(/1 of 2 tasks \(a\) has nothing but a rubric. Add a grader/);
  expect(few).toMatch(/wants 4 tasks or more, and there are 2. .*--allow-small/);
  expect(others).toEqual([]);
});
