import { expect, test } from 'vitest';
import type { DraftSize } from '../../src/foreign/drafting/draft-budget.ts';
import { textFile } from '../../src/foreign/drafting/file-text.ts';
import { readDraft } from '../../src/foreign/read-draft.ts';

/** Little, so that a source that exceeds it is small too. */
const LIMITS: DraftSize = { tasks: 10, files: 60, bytes: 4000, characters: 20_000 };

const SKILL = { 'SKILL.md': '---\nname: tables\n---\n' };
const FOLDER = filesIn('d', 20);
const LONG = 'word '.repeat(400);

function filesIn(folder: string, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/${index}.txt`, `${index}`]),
  );
}

function times(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}

function read(format: string, texts: Readonly<Record<string, string>>) {
  const files = Object.entries(texts).map(([path, text]) => textFile(path, text));
  const source = { files, entry: null, skill: files, skillName: 'tables' };
  return readDraft({ format, path: 'given', source }, LIMITS).draft;
}

function evals(items: readonly object[], files: Readonly<Record<string, string>> = FOLDER) {
  return {
    ...{ ...SKILL, ...files },
    'evals/evals.json': JSON.stringify(items.map((one) => ({ prompt: 'x', expected_output: 'y', ...one }))),
  };
}

function harbor(files: Readonly<Record<string, string>>): Record<string, string> {
  return {
    'task.toml': 'version = "1.0"\n',
    'instruction.md': 'Do it.',
    'tests/test.sh': 'echo 1',
    ...files,
  };
}

const CONFIG = 'prompts: [X]\nproviders: [a]\ntests:\n';
const SAYS_X = '    assert: [{ type: contains, value: x }]\n';

/** The format, what is repeated in it, its files, and the limit that it exceeds. */
const TOO_MUCH: [string, string, Record<string, string>, string][] = [
  [
    'agent-skills',
    'a folder by many of its paths',
    evals([{ files: Array.from({ length: 70 }, (_, index) => ({ path: `${index}/a.txt`, content: 'a' })) }]),
    '60 files, .* at \\[0\\]\\.files\\[60\\]',
  ],
  [
    'agent-skills',
    'files that are not there',
    evals([{ files: Array.from({ length: 70 }, (_, index) => `nothing/${index}`) }]),
    '60 files, .* at \\[0\\]\\.files\\[60\\]',
  ],
  [
    'agent-skills',
    'a folder in many evals',
    evals(Array.from({ length: 5 }, () => ({ files: ['d'] }))),
    '60 files, .* at \\[3\\]\\.files\\[0\\]',
  ],
  [
    'agent-skills',
    'a large file in many evals',
    evals(
      Array.from({ length: 5 }, () => ({ files: ['d/a.txt'] })),
      { 'd/a.txt': 'a'.repeat(900) },
    ),
    '4,000 bytes, .* at the task eval-5',
  ],
  [
    'harbor',
    'a context that many lines copy',
    harbor({
      'environment/Dockerfile': `FROM debian\nWORKDIR /app\n${times(9, (index) => `COPY . /app/${index}/\n`)}`,
      ...filesIn('environment/files', 10),
    }),
    '60 files, .* at environment/Dockerfile:9',
  ],
  [
    'harbor',
    'a context that one line copies often',
    harbor({
      'environment/Dockerfile': `FROM debian\nWORKDIR /app\nCOPY ${'files '.repeat(9)}/app/\n`,
      ...filesIn('environment/files', 10),
    }),
    '60 files, .* at environment/Dockerfile:3',
  ],
  [
    'harbor',
    'the files of a step',
    harbor({
      'task.toml': `version = "1.0"\n${'[[steps]]\nname = "a"\n'.repeat(9)}`,
      'steps/a/instruction.md': 'Do it.',
      ...filesIn('steps/a/workdir', 9),
    }),
    '60 files, .* at steps/a/',
  ],
  [
    'task-md',
    'the text of a role',
    {
      'task.md': `---\nschema_version: "1.3"\nscenes:\n  - turns:\n${'      - role: r\n'.repeat(12)}---\n## prompt\n\nDo it.\n\n## role:r\n\n${LONG}\n`,
      'verifier/test.sh': 'echo 1',
    },
    '20,000 characters, .* at task\\.md',
  ],
  [
    'promptfoo',
    'a variable in a prompt',
    {
      'promptfooconfig.yaml': `prompts: ['${'{{a}}'.repeat(11)}']\nproviders: [a]\ntests:\n  - vars: { a: '${LONG}' }\n${SAYS_X}`,
    },
    '20,000 characters, .* at promptfooconfig\\.yaml:4:5',
  ],
  [
    'promptfoo',
    'tests with prompts',
    {
      'promptfooconfig.yaml': `prompts: [X, Y, Z]\nproviders: [a]\ntests:\n${`  - description: t\n${SAYS_X}`.repeat(4)}`,
    },
    '10 tasks, .* at promptfooconfig\\.yaml, which has each test with each prompt',
  ],
  [
    'promptfoo',
    'the text of a prompt',
    {
      'promptfooconfig.yaml': `prompts: [${'file://p.txt, '.repeat(11)}]\nproviders: [a]\ntests:\n  - description: t\n${SAYS_X}`,
      'p.txt': LONG,
    },
    '20,000 characters, .* at p\\.txt',
  ],
  [
    'promptfoo',
    'the files of a provider',
    {
      'promptfooconfig.yaml': `${CONFIG.replace('[a]', '[{ id: a, config: { working_dir: ./d } }]')}${`  - description: t\n${SAYS_X}`.repeat(4)}`,
      ...FOLDER,
    },
    '60 files, .* at the task t-4',
  ],
  [
    'skillgrade',
    'a folder of a workspace',
    {
      'eval.yaml': `tasks:\n  - name: a\n    instruction: b\n    workspace:\n${times(4, (index) => `      - { src: d, dest: to-${index} }\n`)}    graders: [{ type: deterministic, run: x }]\n`,
      ...FOLDER,
    },
    '60 files, .* at eval\\.yaml:8:9',
  ],
  [
    'skillgrade',
    'a folder of the image',
    {
      'eval.yaml': `tasks:\n${times(4, (index) => `  - name: a\n    instruction: b\n    workspace: [{ src: d, dest: /etc/${index} }]\n    graders: [{ type: deterministic, run: x }]\n`)}`,
      ...FOLDER,
    },
    '60 files, .* at eval\\.yaml',
  ],
  [
    'skillgrade',
    'the programs of graders',
    {
      'eval.yaml': `tasks:\n  - name: a\n    instruction: b\n    graders:\n${'      - { type: deterministic, run: x }\n'.repeat(4)}`,
      ...filesIn('graders', 20),
    },
    '60 files, .* at the task a\\.',
  ],
  [
    'skillgrade',
    'the text of a rubric',
    {
      'eval.yaml': `tasks:\n  - name: a\n    instruction: b\n    graders:\n${'      - { type: llm_rubric, rubric: r.md }\n'.repeat(11)}`,
      'r.md': LONG,
    },
    '20,000 characters, .* at the task a\\.',
  ],
  [
    'waza',
    'the graders of all tasks',
    {
      'eval.yaml': `config: {}\ntasks: ['t/*.yaml']\ngraders:\n${times(9, (index) => `  - { type: text, config: { contains: ['${index}${LONG.slice(0, 300)}'] } }\n`)}`,
      ...Object.fromEntries(
        Array.from({ length: 5 }, (_, index) => [
          `t/${index}.yaml`,
          `id: t${index}\ninputs: { prompt: Do it. }\n`,
        ]),
      ),
    },
    '20,000 characters, .* at the task t\\d\\.',
  ],
  [
    'dotnet',
    'the files beside the scenarios',
    {
      'eval.yaml': `scenarios:\n${'  - { name: a, prompt: b, setup: { copy_test_files: true }, assertions: [{ type: output_contains, value: x }] }\n'.repeat(4)}`,
      ...FOLDER,
    },
    '60 files, .* at the task a-4',
  ],
  [
    'skilltester',
    'the workspace of cases',
    {
      'benchmark_manifest.json': JSON.stringify({
        cases: Array.from({ length: 4 }, () => ({
          ...{ id: 'c', objective: 'o', spec_check_path: 'none', workspace_dir: 'd' },
          pass_criteria: ['p'],
        })),
      }),
      ...FOLDER,
    },
    '60 files, .* at the task c-4',
  ],
  [
    'benchflow-cases',
    'cases',
    {
      'evals.json': JSON.stringify({
        cases: Array.from({ length: 11 }, () => ({ question: 'q', ground_truth: 'g' })),
      }),
    },
    '10 tasks, .* at ',
  ],
];

test.each(TOO_MUCH)('%s: %s cannot become more than the limit', (format, _, texts, message) => {
  expect(() => read(format, texts)).toThrow(new RegExp(`^Expected tasks that come to at most ${message}`));
});

test('a folder that an eval lists hundreds of times is one folder', () => {
  const { tasks } = read('agent-skills', evals([{ files: Array.from({ length: 400 }, () => 'd') }]));
  expect(tasks[0]?.workspace).toHaveLength(20);
});

test('what one task needed on the way is not counted for the next one', () => {
  const config = `prompts: ['${'{{a}}'.repeat(4)}']\nproviders: [a]\ntests:\n${times(2, () => `  - vars: { a: '${LONG}' }\n${SAYS_X}`)}`;
  expect(read('promptfoo', { 'promptfooconfig.yaml': config }).tasks).toHaveLength(2);
});
