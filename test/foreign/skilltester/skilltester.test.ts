import { expect, test } from 'vitest';
import { SKILLTESTER } from '../../../src/foreign/skilltester/read-skilltester.ts';
import { importedBy, onlyTask, textsOfFiles } from '../imported.ts';

const CASE = {
  id: 'H_01',
  category: 'functional',
  functional_level: 'hard',
  objective: 'Refuses a broken table',
  case_dir: 'hard/H_01',
  task_description_path: 'hard/H_01/task_description.md',
  workspace_dir: 'hard/H_01/workspace',
  spec_check_path: 'hard/H_01/SpecCheck.md',
  spec_check_pass_threshold: 1,
  all_checks_must_pass: false,
  pass_criteria: ['It says why.'],
};
const CHECKS =
  '# SpecCheck\n\n- case_id: H_01\n\n## Check 01\nIt refuses.\n<!-- SPECCHECK: {"text": "x"} -->\n\n## Check 02\nIt says\nwhy.\n';
const files = (cases: readonly unknown[], more: Readonly<Record<string, string>> = {}) => ({
  'benchmark_manifest.json': JSON.stringify({ skill_name: 'tables', cases }, null, 1),
  'hard/H_01/task_description.md': '# Task\n\nClean it.\n',
  'hard/H_01/SpecCheck.md': CHECKS,
  'hard/H_01/workspace/in.csv': 'a\n',
  ...more,
});

test('a case becomes a task whose checks are criteria for a model', () => {
  const { tasks, suite, isRecognised } = importedBy(SKILLTESTER, files([CASE]));
  const { task, workspace } = onlyTask(tasks);
  expect(isRecognised).toBe(true);
  expect(suite.id).toBe('tables-tasks');
  expect(task).toEqual({
    id: 'h-01',
    level: 'edge',
    objective: 'Refuses a broken table',
    prompt: '# Task\n\nClean it.',
    expected: 'It says why.',
    graders: [
      {
        kind: 'rubric',
        title: 'The work meets the checks of the case',
        criteria: ['It refuses.', 'It says why.'],
        threshold: 0.5,
      },
    ],
  });
  expect(textsOfFiles(workspace)).toEqual({ 'in.csv': 'a\n' });
});

test('the manifest of one case is enough, and cases about security are left out', () => {
  const { skill_name: _, ...one } = { skill_name: '', ...CASE, all_checks_must_pass: true };
  const single = files([]);
  const { tasks } = importedBy(SKILLTESTER, {
    ...single,
    'benchmark_manifest.json': JSON.stringify(one),
  });
  expect(onlyTask(tasks).task.graders).toMatchObject([{ threshold: 1 }]);
  const { tasks: none, losses } = importedBy(SKILLTESTER, files([{ ...CASE, category: 'security' }]));
  expect(none).toEqual([]);
  expect(losses[0]).toMatch(/^benchmark_manifest\.json:4:\d+ dropped: This case is no functional task/);
});

test('paths that lead out of what was imported reach nothing', () => {
  const escaping = { ...CASE, workspace_dir: '../../etc', spec_check_path: '/etc/passwd' };
  const { tasks, losses } = importedBy(SKILLTESTER, files([escaping]));
  expect(onlyTask(tasks)).toMatchObject({
    workspace: [],
    task: { graders: [{ criteria: ['It says why.'] }] },
  });
  expect(losses[0]).toContain('There is no SpecCheck.md');
});

test.each([
  [
    'a wrong value',
    { ...CASE, objective: 3 },
    /benchmark_manifest\.json:\d+:\d+: "cases\[0\]\.objective": expected text, found the number 3/,
  ],
  ['a missing value', { spec_check_path: 'x' }, /"cases\[0\]\.id": missing, expected text/],
])('%s is refused with its place', (_, one, message) => {
  expect(() => importedBy(SKILLTESTER, files([one]))).toThrow(message);
});

test('comments without an end take no longer than their length', () => {
  const more = { 'hard/H_01/SpecCheck.md': `## Check 01\nFine.\n${'<!--'.repeat(200_000)}` };
  const { tasks } = importedBy(SKILLTESTER, files([CASE], more));
  expect(onlyTask(tasks).task.graders).toMatchObject([{ criteria: ['Fine.'] }]);
});
