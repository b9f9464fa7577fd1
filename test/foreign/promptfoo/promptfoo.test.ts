import { expect, test } from 'vitest';
import { PROMPTFOO } from '../../../src/foreign/promptfoo/read-promptfoo.ts';
import { importedBy, multiplyingAliases, onlyTask, textsOfFiles } from '../imported.ts';

const CONFIG = `description: Reviews
prompts: ['Review {{ file }} for {{topic}}']
providers:
  - id: anthropic:claude-agent-sdk
    config: { working_dir: ./project, skills: [review] }
defaultTest:
  vars: { topic: safety }
  assert:
    - { type: skill-used, value: review }
tests:
  - description: Finds MD5
    vars: { file: src/auth.ts }
    assert:
      - { type: icontains, value: md5 }
      - { type: contains-any, value: [weak, broken] }
      - { type: not-contains, value: TODO }
      - { type: equals, value: '{{topic}}' }
      - { type: llm-rubric, value: 'Names the {{file}}' }
      - { type: javascript, value: output.length > 3 }
`;
const files = (config = CONFIG) => ({
  'promptfooconfig.yaml': config,
  'project/src/auth.ts': 'md5()\n',
  'project/.claude/skills/review/SKILL.md': '---\nname: review\n---\n',
});

test('a test becomes a task with the files of its provider, and the skill among them that of the suite', () => {
  const { tasks, skill, suite, isRecognised, losses } = importedBy(PROMPTFOO, files());
  const { task, workspace } = onlyTask(tasks);
  expect(isRecognised).toBe(true);
  expect(suite.id).toBe('review-tasks');
  expect(task).toMatchObject({
    id: 'finds-md5',
    prompt: 'Review src/auth.ts for safety',
    graders: [
      { kind: 'answer', contains: ['md5'], ignore: ['case', 'spaces'] },
      {
        kind: 'group',
        atLeast: 1,
        graders: [{ contains: ['weak'], ignore: ['spaces'] }, { contains: ['broken'] }],
      },
      { kind: 'answer', lacks: ['TODO'] },
      { kind: 'answer', equals: 'safety' },
      { kind: 'rubric', criteria: ['Names the src/auth.ts'] },
    ],
  });
  expect(textsOfFiles(workspace)).toEqual({ 'src/auth.ts': 'md5()\n' });
  expect(skill.map(({ path }) => path)).toEqual(['SKILL.md']);
  expect(losses).toEqual([
    'promptfooconfig.yaml:9:7 dropped: How an agent works is not compared: a run says itself whether the skill was used.',
    'promptfooconfig.yaml:19:9 dropped: Code of an assertion is not run. Write a grader for what it checks.',
  ]);
});

test('tests that nothing decides, and prompts that are programs, are left out', () => {
  const { tasks, losses } = importedBy(
    PROMPTFOO,
    files(`prompts: ['{% if a %}x{% endif %}', plain]
providers: echo
tests: [{ assert: [{ type: latency, threshold: 3 }] }]
`),
  );
  expect(tasks).toEqual([]);
  expect(losses.slice(0, 3)).toEqual([
    'promptfooconfig.yaml:3:9 dropped: Its prompt is a program of a template, or names a variable that is no text.',
    'promptfooconfig.yaml:3:20 dropped: Costs and times are compared, and fail no task. Its limits can.',
    'promptfooconfig.yaml:3:9 dropped: Nothing that can be decided decides this test.',
  ]);
});

test('anchors are followed', () => {
  const config = CONFIG.replace(
    'assert:\n      - { type: icontains',
    'assert:\n      - &md5 { type: icontains',
  ).concat('  - { description: Again, vars: { file: b.ts }, assert: [*md5] }\n');
  expect(importedBy(PROMPTFOO, files(config)).tasks[1]?.task.graders).toMatchObject([{ contains: ['md5'] }]);
});

test('a folder that leads out of what was imported gives no files', () => {
  const { tasks, losses } = importedBy(PROMPTFOO, files(CONFIG.replace('./project', '../../etc')));
  expect(onlyTask(tasks).workspace).toEqual([]);
  expect(losses[0]).toBe(
    'promptfooconfig.yaml:4:5 incomplete: There is no folder ../../etc. Put its files in workspace/.',
  );
});

test.each([
  [
    'a wrong value',
    CONFIG.replace('description: Finds MD5', 'description: [1]'),
    'promptfooconfig.yaml:11:18: "tests[0].description": expected text, found a list',
  ],
  [
    'no tests',
    'prompts: [a]\nproviders: echo\n',
    'promptfooconfig.yaml:1:1: "tests": missing, expected a list',
  ],
  [
    'aliases that multiply',
    `${CONFIG}${multiplyingAliases()}`,
    'promptfooconfig.yaml: its aliases cannot be followed',
  ],
])('%s is refused with its place', (_, text, message) => {
  expect(() => importedBy(PROMPTFOO, files(text))).toThrow(message);
});
