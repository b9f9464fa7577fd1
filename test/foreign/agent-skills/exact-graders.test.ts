import { expect, test } from 'vitest';
import { importedEval } from './imported.ts';

test.each([
  ['The file `out.csv` exists.', { kind: 'file-content', path: 'out.csv', matches: '^' }],
  ['`out/a.json` is valid JSON', { kind: 'json-schema', path: 'out/a.json', schemaFile: 'any.schema.json' }],
  ['`a.md` contains "Press Release"', { kind: 'text', path: 'a.md', contains: ['Press Release'] }],
  ['A file named `a.md` does not contain `TODO`.', { kind: 'text', path: 'a.md', lacks: ['TODO'] }],
  ["The response contains the phrase 'no data'", { kind: 'answer', contains: ['no data'] }],
  ['out.json exists', { kind: 'file-content', path: 'out.json', matches: '^' }],
  ['file report.md is created', { kind: 'file-content', path: 'report.md', matches: '^' }],
  ['`tmp/a.log` is not created', { kind: 'file-content', path: 'tmp/a.log', absent: true }],
  ['data.json parses as JSON', { kind: 'json-schema', path: 'data.json', schemaFile: 'any.schema.json' }],
  [
    'exit code of `python3 check.py` is 0',
    { kind: 'command-exit', command: 'python3 check.py', exitCode: 0 },
  ],
  ['Running `make test` exits with code 3', { kind: 'command-exit', command: 'make test', exitCode: 3 }],
  ['The phrase "net revenue" appears in a.md', { kind: 'text', path: 'a.md', contains: ['net revenue'] }],
  ['config.yaml must not contain "localhost"', { kind: 'text', path: 'config.yaml', lacks: ['localhost'] }],
  ['The reply matches the regex `^\\d+$`', { kind: 'answer', matches: ['^\\d+$'] }],
])('%s is decided exactly', (text, grader) => {
  const { draft, graders } = importedEval({ assertions: [text] });
  expect(graders).toEqual([{ ...grader, title: text }]);
  expect(draft?.grade.map(({ path }) => path)).toEqual('schemaFile' in grader ? ['any.schema.json'] : []);
});

test.each([
  'The file `out.csv` exists and is sorted',
  'The file out exists',
  '`../out.csv` exists',
  '`/tmp/out.csv` exists',
  '`*.csv` exists',
  '`a.md` contains at least two headings',
  'The response contains "a" or "b" and "c"',
  'The response contains "Dear <name>"',
  'The response contains "a" after the table',
  "The output contains 'x' and is saved",
  'Node.js exists',
  'example.com exists',
  'exit code 0',
  'The command exits with 0',
  'Creates a file `out.csv`, if needed',
])('%s is judged by a model', (text) => {
  expect(importedEval({ assertions: [text] }).graders).toEqual([
    expect.objectContaining({ kind: 'rubric', criteria: [text] }),
  ]);
});

const TITLE = 'What the author says.';

test.each([
  [
    { type: 'file-exists', path: './out.csv' },
    { kind: 'file-content', path: 'out.csv', matches: '^' },
  ],
  [
    { type: 'json_valid', target: { file: 'a.json' } },
    { kind: 'json-schema', path: 'a.json', schemaFile: 'any.schema.json' },
  ],
  [
    { type: 'regex-match', pattern: '^x+$', path: 'a.md' },
    { kind: 'file-content', path: 'a.md', matches: '^x+$' },
  ],
  [
    { type: 'regex', pattern: '^x+$' },
    { kind: 'answer', matches: ['^x+$'] },
  ],
  [
    { type: 'contains', value: 'x' },
    { kind: 'answer', contains: ['x'] },
  ],
  [
    { type: 'not_contains', value: ['x', 'y'], name: 'n' },
    { kind: 'answer', lacks: ['x', 'y'] },
  ],
  [
    { type: 'file_contains', file: 'a.md', contains: 'x' },
    { kind: 'text', path: 'a.md', contains: ['x'] },
  ],
])('the typed assertion %j is decided exactly, under its own words', (fields, grader) => {
  expect(importedEval({ assertions: [{ ...fields, text: TITLE }] }).graders).toEqual([
    { ...grader, title: TITLE },
  ]);
});

test('several checks in one assertion are a group that is passed as a whole', () => {
  const check = { files_exist: ['a.md'], file_contains: [{ path: 'a.md', contains: 'x' }] };
  const [group] = importedEval({ assertions: [{ text: TITLE, check }] }).graders;
  expect(group).toMatchObject({
    ...{ kind: 'group', title: TITLE, atLeast: 2 },
    graders: [
      { kind: 'file-content', path: 'a.md', matches: '^' },
      { kind: 'text', path: 'a.md', contains: ['x'] },
    ],
  });
});

test.each([
  ['an unknown type', { type: 'semantic', value: 'x' }],
  ['an unknown field', { type: 'contains', value: 'x', at: 'the end' }],
  ['a place that is no path', { type: 'file-exists', path: '../x' }],
  ['a pattern for several files', { type: 'file-exists', path: 'out/*.csv' }],
  ['a pattern that RE2 does not know', { type: 'regex', pattern: '(?=x)', path: 'a.md' }],
  ['a file that is not named', { type: 'file-matches', pattern: 'x' }],
  ['a value that is missing', { type: 'contains' }],
  ['a value that is no text', { type: 'contains', value: { a: 1 } }],
  ['one of several beside others', { check: { files_exist: ['a.md'], contains_any: ['x', 'y'] } }],
  ['a part of a check that is not known', { check: { files_exist: ['a.md'], vibes: ['good'] } }],
])('an assertion with %s is judged by its words, and said so', (_, fields) => {
  const { graders, losses } = importedEval({ assertions: [{ ...fields, text: TITLE }] });
  expect(graders).toEqual([expect.objectContaining({ kind: 'rubric', criteria: [TITLE] })]);
  expect(losses).toContainEqual(
    expect.objectContaining({ place: 'evals[0].assertions[0]', effect: 'changed' }),
  );
});

test.each([{ type: 'contains-any', values: ['x', 'y'] }, { check: { contains_any: ['x', 'y'] } }])(
  'of the texts of %j one is enough',
  (fields) => {
    expect(importedEval({ assertions: [{ ...fields, text: TITLE }] }).graders).toMatchObject([
      { kind: 'group', title: TITLE, atLeast: 1, graders: [{ contains: ['x'] }, { contains: ['y'] }] },
    ]);
  },
);

test.each([
  { type: 'command', cmd: 'make test' },
  { cmd: 'make test', exit_code: 0 },
])('the command of %j has to exit so, where grading does', (fields) => {
  const { graders, losses } = importedEval({ assertions: [{ ...fields, text: TITLE }] });
  expect(graders).toEqual([{ kind: 'command-exit', title: TITLE, command: 'make test', exitCode: 0 }]);
  expect(losses).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('without a network') }),
  );
});

test.each([
  { cmd: 'make test' },
  { type: 'command', cmd: 'make test', stdout: 'x' },
  { type: 'command', cmd: 'make test', exit_code: 'none' },
])('the command of %j is not run, because it is not certain how it has to end', (fields) => {
  const { graders, losses } = importedEval({ assertions: [{ ...fields, text: TITLE }] });
  expect(graders).toEqual([expect.objectContaining({ kind: 'rubric', criteria: [TITLE] })]);
  expect(JSON.stringify(graders)).not.toContain('make');
  expect(losses).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('only where it says how') }),
  );
});

const CASELESS = { ignore: ['case', 'spaces'] };

test.each([
  ["Output should include the word 'summary'", { contains: ['summary'], ...CASELESS }],
  ['The output does not contain "error"', { lacks: ['error'] }],
  ["does NOT say '已写入' or '已记住'", { lacks: ['已写入', '已记住'], ...CASELESS }],
  ['必须包含“今日概览”', { contains: ['今日概览'] }],
  ['Mentions "AI"', { matches: ['(?i)\\bAI\\b'] }],
])('%s is about the answer where nothing is said of files, and open otherwise', (text, wording) => {
  expect(importedEval({ assertions: [text] }).graders).toEqual([{ kind: 'answer', title: text, ...wording }]);
  const { graders } = importedEval({ assertions: [text], prompt: 'Save the report.' });
  expect(graders).toEqual([expect.objectContaining({ kind: 'rubric' })]);
});

test('of texts joined by "or" one is enough, and with a negation none may be there', () => {
  const [either] = importedEval({ assertions: ['The reply includes "yes" or "no"'] }).graders;
  expect(either).toMatchObject({
    kind: 'group',
    atLeast: 1,
    graders: [{ contains: ['yes'] }, { contains: ['no'] }],
  });
  const [neither] = importedEval({ assertions: ['The reply does not include "yes" or "no"'] }).graders;
  expect(neither).toMatchObject({ kind: 'answer', lacks: ['yes', 'no'] });
});

test('lists of what must be there are patterns, unless they read like prose', () => {
  const { graders } = importedEval({ must_have: ['^# ', '\\bAda\\b'], must_not_have: ['^TODO'] });
  expect(graders).toMatchObject([
    { kind: 'answer', title: 'must_have: ^#', matches: ['^# '] },
    { kind: 'answer', matches: ['\\bAda\\b'] },
    { kind: 'answer', matchesNone: ['^TODO'] },
  ]);
  const prose = importedEval({ must_have: ['A table with all of the totals | sums'] });
  expect(prose.graders).toEqual([expect.objectContaining({ kind: 'rubric' })]);
});

test('what must not be so is decided the other way round', () => {
  const { graders } = importedEval({ anti_expectations: ['`a.log` exists', 'The answer contains "x1"'] });
  expect(graders).toMatchObject([
    { kind: 'file-content', path: 'a.log', absent: true },
    { kind: 'answer', lacks: ['x1'] },
  ]);
});
