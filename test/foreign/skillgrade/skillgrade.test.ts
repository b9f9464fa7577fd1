import { expect, test } from 'vitest';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import { SKILLGRADE } from '../../../src/foreign/skillgrade/read-skillgrade.ts';
import { importedBy, multiplyingAliases, onlyTask, textsOfFiles } from '../imported.ts';

const EVAL = `version: "1"
skill: fixer
defaults:
  timeout: 300
  threshold: 0.75
  docker: { base: "node:20-slim", setup: "apt-get update && apt-get install -y jq" }
  environment: { cpus: 2, memory_mb: 2048 }
tasks:
  - name: fix-it
    instruction: prompts/fix.md
    solution: solutions/fix.sh
    workspace:
      - { src: fixtures/app.js, dest: src/app.js }
      - { src: bin/fixer, dest: /usr/local/bin/fixer, chmod: "+x" }
    graders:
      - type: deterministic
        weight: 3
        run: |
          echo '{"score": 1}'
      - type: llm_rubric
        weight: 1
        rubric: |
          Approach:
          - It fixed the file
          - It ran the tool
`;
const files = (evaluation = EVAL) => ({
  'eval.yaml': evaluation,
  'prompts/fix.md': 'Fix src/app.js.\n',
  'solutions/fix.sh': 'true\n',
  'fixtures/app.js': 'var a\n',
  'bin/fixer': '#!/bin/sh\n',
});

test('a task has its files, its environment, and its graders by their weights', () => {
  const { tasks, suite, environment, isRecognised, losses } = importedBy(SKILLGRADE, files());
  const { task, workspace, grade, solution } = onlyTask(tasks);
  expect(isRecognised).toBe(true);
  expect(task).toMatchObject({ id: 'fix-it', prompt: 'Fix src/app.js.', limits: { maxSeconds: 300 } });
  expect(task.graders).toEqual([
    {
      kind: 'group',
      title: 'The graders of fix-it pass, by their weights',
      threshold: 0.75,
      weights: [3, 1],
      graders: [
        {
          kind: 'reward',
          title: 'Grader 1 gives at least 0.75',
          command: 'bash /grade/grader-1.sh | jq -r .score >/logs/verifier/reward.txt',
          threshold: 0.75,
        },
        {
          kind: 'rubric',
          title: 'The work is as its rubric says',
          criteria: ['It fixed the file', 'It ran the tool'],
          threshold: 0.75,
        },
      ],
    },
  ]);
  expect(textsOfFiles(workspace)).toEqual({ 'src/app.js': 'var a\n' });
  expect(textsOfFiles(grade)).toEqual({ 'grader-1.sh': 'echo \'{"score": 1}\'\n' });
  expect(textsOfFiles(solution)).toEqual({ 'solve.sh': 'true\n' });
  expect(suite.environment).toEqual({ debian: ['jq'], machine: { cpus: 2, memoryMib: 2048 } });
  expect(environment.map(({ path, executable }) => [path, executable])).toEqual([
    ['files/usr/local/bin/fixer', true],
  ]);
  expect(losses.slice(0, -1)).toEqual([
    'eval.yaml:20:9 changed: A model judges each point of the rubric by itself, without points for a part.',
    'eval.yaml:16:7 changed: Each grader passes or fails from a score of 0.75 on, and those that pass need 0.75 of all weights.',
    'eval.yaml:6:3 changed: node:20-slim is replaced by the sandbox image, with the Node.js of Assay.',
  ]);
});

test('the skill holds neither the description of its tasks nor a solution', () => {
  const all = Object.entries(files()).map(([path, text]) => textFile(path, text));
  const { skill } = importedBy(SKILLGRADE, files(), { skill: [...all, textFile('SKILL.md', 'x')] });
  expect(skill.map(({ path }) => path)).toEqual([
    'prompts/fix.md',
    'fixtures/app.js',
    'bin/fixer',
    'SKILL.md',
  ]);
});

test('files that lead out of the workspace, or are not there, are named', () => {
  const evaluation = EVAL.replace('src/app.js }', '../../x }').replace(
    'bin/fixer, dest',
    '../bin/none, dest',
  );
  const { tasks, environment, losses } = importedBy(SKILLGRADE, files(evaluation));
  expect([...onlyTask(tasks).workspace, ...environment]).toEqual([]);
  expect(losses).toEqual(
    expect.arrayContaining([
      'eval.yaml:13:9 dropped: This place is not in the workspace.',
      'eval.yaml:14:9 incomplete: There is no file ../bin/none. Put it in workspace/.',
    ]),
  );
});

test.each([
  [
    'a wrong value',
    EVAL.replace('timeout: 300', 'timeout: long'),
    'eval.yaml:4:12: "defaults.timeout": expected a number, found "long"',
  ],
  [
    'an unknown kind of grader',
    EVAL.replace('weight: 3', 'weight: 3').replace('type: deterministic', 'type: magic'),
    'eval.yaml:16:15: "tasks[0].graders[0].type": expected one of deterministic, llm_rubric',
  ],
  ['aliases that multiply', `${EVAL}${multiplyingAliases()}`, 'eval.yaml: its aliases cannot be followed'],
])('%s is refused with its place', (_, text, message) => {
  expect(() => importedBy(SKILLGRADE, files(text))).toThrow(message);
});
