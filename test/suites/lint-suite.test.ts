import { expect, test } from 'vitest';
import { Task } from '../../src/contracts/task.ts';
import { lintTask, warningsFor } from '../../src/suites/lint-suite.ts';

const SKILL = {
  name: 'ledger',
  description: 'Keeps books.',
  body: '',
  files: [],
  withheld: [],
  environment: [],
};

function faultsOf(prompt: string, grader: object): string[] {
  const task = Task.parse({
    ...{ id: 'sum', level: 'common', objective: 'o', expected: 'e', prompt },
    graders: [{ title: 'It is right', ...grader }],
  });
  const files = { dir: '', workspace: [], grade: [], environment: [], script: null, solution: [] };
  return lintTask({ task, ...files }, SKILL).problems.map(({ fault }) => fault);
}

const ROWS = [
  ['East', 300],
  ['West', 0.9],
];
const TOTALS = { regions: ['East', 'West'], total: 300.9 };

test('what the user says later is looked at like the prompt, and what arrives like the workspace', () => {
  const told = { say: 'It is for the ledger skill: write 300 and 0.9.', files: 'late' };
  const task = Task.parse({
    ...{ id: 'sum', level: 'common', objective: 'o', expected: 'e', prompt: 'Sum.', turns: [told] },
    graders: [{ kind: 'text', title: 'It is right', path: 'a.txt', equals: '300 and 0.9' }],
  });
  const file = { path: 'a.txt', executable: false, content: Buffer.from('the whole of the answer') };
  const arrivals = [{ name: 'late', files: [file] }];
  const files = { workspace: [], arrivals, grade: [file], environment: [], solution: [] };
  expect(lintTask({ task, ...files }, SKILL).problems).toEqual([
    { fault: 'prompt-names-skill', detail: 'The turn 1 of the user names the skill, "ledger".' },
    { fault: 'prompt-holds-answer', detail: expect.stringContaining('The turn 1 of the user holds') },
    { fault: 'answer-within-reach', detail: expect.stringContaining('turns/late/a.txt is a copy of it') },
  ]);
});

test.each([
  ['the rows of a database', ROWS, { kind: 'sqlite', path: 'a.db', query: 'SELECT 1', rows: ROWS }],
  [
    'what a server answers',
    TOTALS,
    { kind: 'http', start: 'x', port: 80, requests: [{ path: '/', answer: { equalsJson: TOTALS } }] },
  ],
])('a prompt that holds %s is reported', (_what, value, grader) => {
  expect(faultsOf(`Write ${JSON.stringify(value)}.`, grader)).toEqual(['prompt-holds-answer']);
  expect(faultsOf('Write what is right.', grader)).toEqual([]);
});

test('a task that a model alone decides is a warning, and a rubric beside an exact grader is none', () => {
  const rubric = { kind: 'rubric', title: 'polite', criteria: ['It is polite.'] };
  const exact = { kind: 'file-content', title: 'there', path: 'a.txt', equals: 'a' };
  const group = { kind: 'group', title: 'one of them', atLeast: 1 };
  const gradersOf = {
    alone: [rubric],
    together: [{ ...group, graders: [rubric, rubric] }],
    beside: [rubric, exact],
    inside: [{ ...group, graders: [rubric, exact] }],
  };
  const tasks = Object.entries(gradersOf).map(([id, graders]) => ({
    task: Task.parse({ id, level: 'common', objective: 'o', expected: 'e', prompt: 'p', graders }),
    ...{ workspace: [], grade: [], environment: [], solution: [] },
  }));
  expect(warningsFor(tasks, SKILL)).toContain(
    'A model alone decides alone, together: no grader was shown to tell good work from bad.',
  );
});

test('a prompt that says in other words what the skill says is a warning, with the words', () => {
  const body = 'Round every surcharge up to full ten cents before you add the island fee.';
  const prompts = {
    told: 'Sum up. The island fee comes last, and a surcharge is rounded to full cents.',
    untold: 'Sum what it costs.',
  };
  const tasks = Object.entries(prompts).map(([id, prompt]) => ({
    task: Task.parse({
      ...{ id, level: 'common', objective: 'o', expected: 'e', prompt },
      graders: [{ kind: 'file-content', title: 'there', path: 'a.txt', equals: 'a' }],
    }),
    ...{ workspace: [], grade: [], environment: [], solution: [] },
  }));
  const told = warningsFor(tasks, { ...SKILL, body }).filter((warning) => warning.includes('other words'));
  expect(told).toEqual([
    'The prompt of told may say in other words what the skill says: "island", "surcharge", "rounded", "full", "cents" stand together there and in "Round every surcharge up to full ten cents before you add the island".',
  ]);
});

test('a grading program that the environment of the task puts into the sandbox is reported', () => {
  const judge = {
    path: 'files/usr/judge.sh',
    executable: false,
    content: Buffer.from('grep -q 12 total.txt\n'),
  };
  const task = Task.parse({
    ...{ id: 'sum', level: 'common', objective: 'o', expected: 'e', prompt: 'Sum.' },
    graders: [{ kind: 'command-exit', title: 'It is right', command: 'bash /grade/judge.sh' }],
  });
  const files = { workspace: [], grade: [{ ...judge, path: 'judge.sh' }], solution: [] };
  expect(lintTask({ task, ...files, environment: [judge] }, SKILL).problems).toEqual([
    {
      fault: 'answer-within-reach',
      detail: "The agent can read grade/judge.sh: the task's environment/files/usr/judge.sh is a copy of it.",
    },
  ]);
});

test('a copy of withheld evals elsewhere in the skill is reported', () => {
  const [evals, copy] = ['evals/evals.json', 'references/copy.json'].map((path) => ({
    ...{ path, executable: false, content: Buffer.from('[{"prompt": "Add.", "expected": "42"}]') },
  }));
  if (evals === undefined || copy === undefined) throw new Error('there are no files');
  const task = Task.parse({
    ...{ id: 'sum', level: 'common', objective: 'o', expected: 'e', prompt: 'Add.' },
    graders: [{ kind: 'file-content', title: 'It is right', path: 'a.txt', equals: '42' }],
  });
  const files = { workspace: [], grade: [], environment: [], solution: [] };
  expect(lintTask({ task, ...files }, { ...SKILL, files: [copy], withheld: [evals] }).problems).toEqual([
    {
      fault: 'answer-within-reach',
      detail: "The agent can read skill/evals/evals.json: the skill's references/copy.json is a copy of it.",
    },
  ]);
});
