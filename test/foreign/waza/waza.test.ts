import { expect, test } from 'vitest';
import { WAZA } from '../../../src/foreign/waza/read-waza.ts';
import { importedBy, multiplyingAliases, onlyTask, textsOfFiles } from '../imported.ts';

const EVAL = `name: e
skill: explainer
config: { timeout_seconds: 60, executor: mock }
graders:
  - { type: text, name: clean, config: { regex_not_match: ["(?i)fatal error|crashed"] } }
tasks: ["tasks/*.yaml"]
`;
const TASK = `id: js-1
name: Explains
inputs: { prompt: What does it do?, context: { language: js }, files: [{ path: a.js }] }
expected:
  output_contains: [async]
  output_contains_any: [await, promise]
  outcomes: [{ type: task_completed }]
  behavior: { max_tool_calls: 5, max_response_time_ms: 30000 }
graders:
  - { type: code, name: c, config: { assertions: ["len(output) > 10", "'recurs' in output.lower() or \\"base\\" in output.lower()"] } }
  - { type: file, config: { must_exist: [out.md] } }
`;

const TRIGGERS = `skill: explainer
should_trigger_prompts:
  - { prompt: Explain it, reason: Asked for it, confidence: high }
  - What is it?
should_not_trigger_prompts:
  - { prompt: Write it, reason: "", mood: good }
`;

const files = (task = TASK, evaluation = EVAL) => ({
  'eval.yaml': evaluation,
  'tasks/one.yaml': task,
  'fixtures/a.js': 'f()\n',
  'trigger_tests.yaml': TRIGGERS,
});

test('prompts for which the skill should be used or not are the queries of the suite', () => {
  expect(importedBy(WAZA, files()).triggers).toEqual({
    ...{ version: 1, skill: 'explainer' },
    queries: [
      { query: 'Explain it', expect: 'invoked', reason: 'Asked for it', confidence: 'high' },
      { query: 'What is it?', expect: 'invoked' },
      { query: 'Write it', expect: 'not-invoked' },
    ],
  });
  expect(() =>
    importedBy(WAZA, { ...files(), 'trigger_tests.yaml': 'should_trigger_prompts: [3]\n' }),
  ).toThrow(/^trigger_tests\.yaml:1:26: "should_trigger_prompts\[0\]"/);
});

test('tasks have what they expect, their own graders and those of all tasks', () => {
  const { tasks, suite, isRecognised, losses } = importedBy(WAZA, files());
  const { task, workspace } = onlyTask(tasks);
  expect(isRecognised).toBe(true);
  expect(suite.id).toBe('explainer-tasks');
  expect(task).toMatchObject({
    id: 'js-1',
    prompt: 'What does it do?',
    limits: { maxSeconds: 30 },
    graders: [
      { kind: 'answer', contains: ['async'], ignore: ['case', 'spaces'] },
      { kind: 'group', graders: [{ contains: ['await'] }, { contains: ['promise'] }] },
      { kind: 'group', graders: [{ contains: ['recurs'] }, { contains: ['base'] }] },
      { kind: 'file-content', path: 'out.md' },
      { kind: 'answer', lacks: ['fatal error', 'crashed'], ignore: ['case', 'spaces'] },
    ],
  });
  expect(textsOfFiles(workspace)).toEqual({ 'a.js': 'f()\n' });
  expect(losses.slice(0, -1)).toEqual([
    'tasks/one.yaml:8:31 dropped: How an agent works is not compared, but for its time.',
    'tasks/one.yaml:10:51 dropped: This code is not run, and what it checks is not certain.',
    'trigger_tests.yaml:6:37 dropped: Nothing is known of the key "should_not_trigger_prompts.0.mood".',
    'trigger_tests.yaml: changed: These prompts are about when the skill is used: triggers.yaml has them, which no command runs yet.',
  ]);
});

test('a pattern that is more than a list of texts is one of RE2, and judged if RE2 does not know it', () => {
  const evaluation = EVAL.replace('"(?i)fatal error|crashed"', '"^E[0-9]+", "^(?!E)"');
  const { tasks, losses } = importedBy(WAZA, files(TASK, evaluation));
  expect(onlyTask(tasks).task.graders.slice(-2)).toMatchObject([
    { kind: 'answer', matchesNone: ['(?-m:^E[0-9]+)'] },
    { kind: 'rubric', criteria: ['The answer does not match the regular expression ^(?!E)'] },
  ]);
  expect(losses).toContainEqual(
    expect.stringMatching(/^eval\.yaml:\d+:\d+ changed: RE2 does not know this pattern/),
  );
});

test('disabled tasks and files that are not there are named', () => {
  expect(importedBy(WAZA, files(`enabled: false\n${TASK}`)).losses[0]).toBe(
    'tasks/one.yaml:1:1 dropped: The task is disabled.',
  );
  const missing = TASK.replace('a.js', '../../etc/passwd');
  const { tasks, losses } = importedBy(WAZA, files(missing));
  expect(onlyTask(tasks).workspace).toEqual([]);
  expect(losses).toContainEqual(
    expect.stringMatching(/^tasks\/one\.yaml:3:\d+ dropped: This place is not in the workspace\.$/),
  );
});

test.each([
  [
    'a wrong value',
    files('id: a\ninputs: {}\n'),
    'tasks/one.yaml:2:9: "inputs.prompt": missing, expected text',
  ],
  [
    'no task',
    files(TASK, EVAL.replace('tasks/*.yaml', 'none/*.yaml')),
    'eval.yaml: expected 1 to 1000 files of tasks, found 0.',
  ],
  ['a pattern that is none', files(TASK, EVAL.replace('tasks/*.yaml', '[z-a')), 'found 0'],
  [
    'aliases that multiply',
    files(TASK, `${EVAL}${multiplyingAliases()}`),
    'eval.yaml: its aliases cannot be followed',
  ],
])('%s is refused with its place', (_, texts, message) => {
  expect(() => importedBy(WAZA, texts)).toThrow(message);
});

test('a pattern that would keep a backtracking engine busy is answered at once', () => {
  const evaluation = EVAL.replace('tasks/*.yaml', `${'*a'.repeat(2000)}b`);
  expect(() => importedBy(WAZA, { ...files(TASK, evaluation), [`${'a'.repeat(200)}`]: '' })).toThrow(
    'found 0',
  );
});
