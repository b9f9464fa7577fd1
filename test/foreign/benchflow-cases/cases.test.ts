import { expect, test } from 'vitest';
import { BENCHFLOW_CASES } from '../../../src/foreign/benchflow-cases/read-cases.ts';
import { importedBy } from '../imported.ts';

const files = (cases: readonly unknown[], name = 'evals.json') => ({
  [name]: JSON.stringify(
    { skill_name: 'words', defaults: { timeout_sec: 60, judge_model: 'm' }, cases },
    null,
    1,
  ),
});

test('a case becomes a task whose expected behaviour a model judges', () => {
  const { tasks, suite, isRecognised, losses } = importedBy(
    BENCHFLOW_CASES,
    files([
      {
        id: 'one',
        question: 'Sort these.\nPlease.',
        ground_truth: 'Sorted',
        expected_behavior: ['It sorts', 'It tests'],
      },
      { id: 'two', question: 'Count.', ground_truth: 'Three' },
      { id: 'three', question: 'Nothing.', colour: 'red' },
    ]),
  );
  expect(isRecognised).toBe(true);
  expect(suite.id).toBe('words-tasks');
  expect(tasks.map(({ task }) => task)).toMatchObject([
    {
      id: 'one',
      objective: 'Sort these.',
      prompt: 'Sort these.\nPlease.',
      expected: 'Sorted',
      limits: { maxSeconds: 60 },
      graders: [{ kind: 'rubric', criteria: ['It sorts', 'It tests'] }],
    },
    { id: 'two', graders: [{ criteria: ['The work has this outcome: Three'] }] },
  ]);
  expect(losses.slice(0, -1)).toEqual([
    'evals.json:25:4 dropped: Nothing is known of the key "cases.2.colour".',
    'evals.json:23:4 dropped: Nothing says what a right outcome is.',
  ]);
});

test('a wrong value is refused with its place', () => {
  expect(() => importedBy(BENCHFLOW_CASES, files([{ question: 1 }, { question: 'x' }]))).toThrow(
    /^evals\.json:\d+:\d+: "cases\[0\]\.question": expected text, found the number 1/,
  );
});

test('evals of another kind are not taken for cases', () => {
  expect(() => importedBy(BENCHFLOW_CASES, { 'evals.json': '{"evals": [{"prompt": "x"}]}' })).toThrow(
    'evals.json:1:1: "cases": missing, expected a list',
  );
});
