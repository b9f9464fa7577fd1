import { expect, test } from 'vitest';
import { AGENT_SKILLS } from '../../../src/foreign/agent-skills/agent-skills.ts';
import { DraftBudget } from '../../../src/foreign/drafting/draft-budget.ts';
import { filesOf, imported, importedEval } from './imported.ts';

const rubric = (...criteria: string[]) =>
  expect.objectContaining({ kind: 'rubric', criteria, threshold: 0.75 });

const ITEM = { prompt: 'Make a table.', assertions: ['It has a header.'] };

test.each([
  ['evals', { skill_name: 'tables', evals: [ITEM] }],
  ['cases', { cases: [ITEM] }],
  ['tests', { tests: [ITEM] }],
  ['test_cases', { test_cases: [ITEM] }],
  ['a bare list', [ITEM]],
  ['a list under a key of its own', { skill: 'tables', my_own: [ITEM] }],
  ['an object of evals by name', { evals: { 'one-table': ITEM } }],
])('evals are found under %s', (_, document) => {
  const { tasks } = imported(document).draft;
  expect(tasks.map(({ task }) => task.prompt)).toEqual(['Make a table.']);
  expect(tasks[0]?.task.graders).toEqual([rubric('It has a header.')]);
});

test.each(['prompt', 'question', 'query', 'input', 'user_request', 'userPrompt'])(
  '%s is what is asked',
  (key) => {
    const { draft } = imported([{ [key]: 'Make a table.', expectations: ['It has a header.'] }]);
    expect(draft.tasks[0]?.task.prompt).toBe('Make a table.');
  },
);

test.each([
  ['assertions', ['A.', 'B.'], ['A.', 'B.']],
  ['expectations', ['A.', { text: 'B.' }], ['A.', 'B.']],
  ['assertions', [{ name: 'a-is-so', description: 'A.' }], ['A.']],
  ['expected_behavior', ['A.'], ['A.']],
  ['expect', ['A.'], ['A.']],
  ['evaluation_criteria', { header: 'There is one.' }, ['header: There is one.']],
  ['execution', { expected_output: 'A table.', assertions: ['A.'] }, ['A.']],
  ['expected_calls', [{ tool: 'sort' }], ['expected_calls: {"tool":"sort"}']],
])('what stands under %s is judged', (key, value, criteria) => {
  expect(importedEval({ [key]: value }).graders).toEqual([rubric(...criteria)]);
});

test.each([
  ['assertions', 'Does not sort.'],
  ['expectations', 'The table is not sorted'],
  ['anti_expectations', 'The header is lost.'],
  ['assertions', 'The response does not contain "a" and "b"'],
  ['must_not_have', 'todo'],
])('under %s, %j is what must not hold, apart from what a quote can show', (key, text) => {
  const { graders, losses } = importedEval({ [key]: [text], checks: ['A.'] });
  expect(graders).toEqual([
    rubric('A.'),
    expect.objectContaining({
      kind: 'rubric',
      never: [expect.stringMatching(/^The answer or a file of the work shows/)],
    }),
  ]);
  expect(JSON.stringify(graders[1])).toContain(JSON.stringify(text).slice(1, -1));
  expect(losses).toContainEqual({
    ...{ file: 'evals/evals.json', place: `evals[0].${key}[0]`, effect: 'changed' },
    detail: expect.stringContaining(text),
  });
});

test('what an author says that is not so in the subject of the work is judged', () => {
  const claims = ['Explains that access is not automatic', 'Contains an explicit "Does not cover" section'];
  expect(importedEval({ assertions: claims }).graders).toEqual([rubric(...claims)]);
});

test.each(['expected_output', 'ground_truth', 'expected_behavior', 'expected'])(
  'a text under %s alone is one check that is called weak',
  (key) => {
    const { draft, graders, losses } = importedEval({ [key]: 'A table with a header.' });
    expect(graders).toEqual([rubric('The work has this outcome: A table with a header.')]);
    expect(graders[0]?.title).toContain('weak check');
    expect(draft?.task.expected).toBe('A table with a header.');
    expect(losses).toContainEqual(expect.objectContaining({ place: 'evals[0]', effect: 'changed' }));
  },
);

test('an outcome beside expectations is for the reader alone', () => {
  const { draft, graders } = importedEval({ expected_output: 'A table.', assertions: ['A.'] });
  expect(graders).toEqual([rubric('A.')]);
  expect(draft?.task.expected).toBe('A table.');
});

test.each([
  ['texts', { prompt: undefined, query_flow: ['First.', 'Then.'] }],
  [
    'messages',
    {
      prompt: [
        { role: 'user', content: 'First.' },
        { role: 'assistant', content: 'Well.' },
        { role: 'user', content: 'Then.' },
      ],
    },
  ],
])('of a conversation in %s, the user says the rest later', (_, fields) => {
  const { draft } = importedEval({ ...fields, assertions: ['A.'] });
  expect(draft?.task).toMatchObject({ prompt: 'First.', turns: [{ say: 'Then.' }] });
});

test.each([
  [{ description: 'Sorts.', name: 'one' }, 'Sorts.'],
  [{ name: 'one' }, 'one'],
  [{ id: 3 }, 'Make a table.'],
])('what %j tests is said on the scorecard', (fields, objective) => {
  expect(importedEval({ ...fields, assertions: ['A.'] }).draft?.task.objective).toBe(objective);
});

test('a conversation that is too long is left out by name', () => {
  const { draft, losses } = importedEval({
    prompt: Array.from({ length: 52 }, () => 'More.'),
    assertions: ['A.'],
  });
  expect(draft).toBeUndefined();
  expect(losses).toContainEqual(
    expect.objectContaining({ effect: 'dropped', detail: expect.stringContaining('52 turns') }),
  );
});

test.each([
  ['expected_skill alone', { expected_skill: 'tables' }],
  ['must_not_activate', { must_not_activate: ['tables'], assertions: ['A.'] }],
])('an eval with %s is about the use of the skill, and left out by name', (_, fields) => {
  const { draft, losses } = importedEval(fields);
  expect(draft).toBeUndefined();
  expect(losses).toContainEqual(
    expect.objectContaining({
      place: 'evals[0]',
      effect: 'dropped',
      detail: expect.stringContaining('when the skill is used'),
    }),
  );
});

test.each([
  ['should_trigger alone', { should_trigger: true }, 'invoked'],
  [
    'should_trigger: false',
    { should_trigger: false, expected_output: 'Another skill is used.' },
    'not-invoked',
  ],
])('an eval with %s is a query of the suite, and no task', (_, fields, expected) => {
  const { draft, losses } = imported({
    evals: [{ prompt: 'Sort it.', description: 'A near miss', ...fields }],
  });
  expect(draft.tasks).toEqual([]);
  expect(draft.triggers).toEqual({
    ...{ version: 1, skill: 'tables' },
    queries: [{ query: 'Sort it.', expect: expected, reason: 'A near miss' }],
  });
  expect(losses.slice(1).map(({ place, effect, detail }) => `${place} ${effect}: ${detail}`)).toEqual([
    'evals[0] changed: It is about when the skill is used, and not about the work: triggers.yaml has them, which no command runs yet.',
    ' incomplete: These are queries alone, which is not runnable as a suite: nothing is written. Add an eval of the work.',
  ]);
});

test('an eval whose skill should be used is a task if it says what is expected', () => {
  expect(importedEval({ should_trigger: true, assertions: ['A.'] }).graders).toEqual([rubric('A.')]);
});

test('keys that nothing is made of are listed, each once', () => {
  const evals = [1, 2].map((id) => ({ ...ITEM, id, mood: 'good', tags: [] }));
  const { losses } = imported({ evals, scoring: { a: 1 }, defaults: { timeout_sec: 90, judge_model: 'x' } });
  expect(losses.map(({ place }) => place)).toEqual(['', 'scoring', 'defaults.judge_model', 'evals[].mood']);
});

test('time limits and levels are taken over', () => {
  const { draft } = imported({
    defaults: { timeout_sec: 90 },
    evals: [
      { ...ITEM, timeout_seconds: 1e9, category: 'edge-case' },
      { ...ITEM, kind: 'matching' },
    ],
  });
  expect(draft.suite.limits).toEqual({ maxSeconds: 90 });
  expect(draft.tasks.map(({ task }) => [task.level, task.limits])).toEqual([
    ['edge', { maxSeconds: 7200 }],
    ['common', undefined],
  ]);
});

test('names become ids, and the same ones are told apart', () => {
  const evals = [
    { ...ITEM, id: 1 },
    { ...ITEM, id: 1 },
    { ...ITEM, id: 'x', name: 'Two\u001b[2J words' },
    { ...ITEM, id: 'three' },
  ];
  expect(imported(evals).draft.tasks.map(({ task }) => task.id)).toEqual([
    'eval-1',
    'eval-1-2',
    'two-2j-words',
    'three',
  ]);
});

test('keys that mean something to JavaScript are keys like any other', () => {
  const text =
    '[{"prompt": "x", "assertions": [{"type": "constructor", "value": "x", "text": "A."}], "__proto__": {"prompt": "y"}, "toString": "z"}]';
  const files = filesOf({ 'evals.json': text });
  const { draft, losses } = AGENT_SKILLS.read(
    { files, entry: null, skill: null, skillName: null },
    new DraftBudget(),
  );
  expect(draft.tasks.map(({ task }) => [task.prompt, task.graders])).toEqual([['x', [rubric('A.')]]]);
  expect(losses.map(({ place }) => place)).toContain('[].__proto__');
});

test('the skill stays whole, and the suite names the evals alone', () => {
  const script = 'rm -r "$HOME"/notes';
  const { draft, losses } = imported([ITEM], {
    'evals/files/tidy.sh': script,
    'scripts/tidy.sh': script,
    'iteration-1/run.sh': script,
    'my-eval-tool.json': '{"run": "x"}',
  });
  expect(draft.skill.map(({ path }) => path)).toEqual([
    ...['SKILL.md', 'evals/evals.json', 'evals/files/tidy.sh', 'scripts/tidy.sh', 'iteration-1/run.sh'],
    'my-eval-tool.json',
  ]);
  expect(draft.suite.evals).toEqual(['evals/evals.json']);
  expect(losses[0]).toMatchObject({
    effect: 'changed',
    detail: 'The sandboxes of tasks go without evals/evals.json, which says what is expected.',
  });
});

test('evals that the skill itself seems to use are called what keeps the suite from being run', () => {
  const { losses } = imported([ITEM], { 'SKILL.md': '---\nname: tables\n---\nSee evals/evals.json.\n' });
  expect(losses[0]).toEqual({
    ...{ file: 'evals/evals.json', place: '', effect: 'incomplete' },
    detail:
      'Nothing runs yet: evals/evals.json says what the tasks expect, so that no sandbox of a task may have it, but the skill seems to use it: SKILL.md mentions evals.json. Remove the mention from skill/, or the file and its entry under "evals" in suite.yaml: then the skill is measured without it.',
  });
});

test('a copy of the evals within the skill is listed', () => {
  const { losses } = imported([ITEM], { 'references/copy.json': JSON.stringify([ITEM]) });
  expect(losses).toContainEqual(
    expect.objectContaining({
      effect: 'incomplete',
      detail: expect.stringContaining("the skill's references/copy.json is a copy of the evals"),
    }),
  );
});

test('evals that were named are found in the skill, whatever they are called there', () => {
  const text = JSON.stringify([ITEM]);
  const skill = filesOf({ 'SKILL.md': 'Make a table.', 'more/cases.json': text });
  const { draft } = AGENT_SKILLS.read(
    { files: filesOf({ 'cases.json': text }), entry: 'cases.json', skill, skillName: 'tables' },
    new DraftBudget(),
  );
  expect(draft.suite.evals).toEqual(['more/cases.json']);
});

test('without a skill the report says where it belongs', () => {
  const { draft, losses } = imported([ITEM], {}, { skill: null });
  expect(draft.skill).toEqual([]);
  expect(losses).toContainEqual(
    expect.objectContaining({ effect: 'incomplete', detail: expect.stringContaining('--skill SOURCE') }),
  );
});

test.each([
  ['no list', { about: 'x' }, /evals\/evals\.json:1:1: "evals": missing, expected a list/],
  ['a list of texts', { evals: ['x'] }, /evals\/evals\.json:1:\d+: "evals\[0\]": expected a mapping/],
  ['an empty list', { evals: [] }, /expected 1 to 1000 evals, found 0/],
  ['too many evals', Array.from({ length: 1001 }, () => ITEM), /found 1001/],
])('a document with %s is refused by name', (_, document, message) => {
  expect(() => imported(document)).toThrow(message);
});

test('several files with evals have to be told apart by the user', () => {
  const files = filesOf({
    'a/evals/evals.json': '[]',
    'b/evals/evals.json': '[]',
    'old-workspace/evals.json': '[]',
  });
  const source = { files, entry: null, skill: null, skillName: null };
  expect(AGENT_SKILLS.recognises(source)).toBe(true);
  expect(() => AGENT_SKILLS.read(source, new DraftBudget())).toThrow(
    'a/evals/evals.json, b/evals/evals.json',
  );
});

test('an eval that runs a command of the skill asks for no work, and becomes no task', () => {
  const { draft, losses } = imported({
    evals: [{ prompt: '', description: 'Traces a shape.', cmd: 'run.py', assert: ['exit code 0'] }],
  });
  expect(draft.tasks).toEqual([]);
  expect(losses).toContainEqual(
    expect.objectContaining({
      place: 'evals[0]',
      effect: 'dropped',
      detail: expect.stringContaining('asks for no work'),
    }),
  );
});

test('a task without its prompt or its files says what nobody can do it without', () => {
  const lacking = (fields: object) => importedEval(fields).draft?.lacks;
  const assertions = ['out.csv exists'];
  expect(lacking({ assertions })).toEqual([]);
  expect(lacking({ assertions, files: ['lost.csv'] })).toEqual([
    expect.stringContaining('lost.csv was not found'),
  ]);
  expect(lacking({ assertions, prompt: '', description: 'Traces.' })).toEqual([
    expect.stringContaining('no prompt'),
  ]);
});
