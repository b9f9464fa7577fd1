import { expect, test } from 'vitest';
import { importedEval } from './imported.ts';

const FILES = {
  'evals/files/a.csv': 'a',
  'evals/files/deep/b.csv': 'b',
  'evals/c.csv': 'c',
  'assets/d.csv': 'd',
};

const given = (files: unknown, prompt = 'Sort it.') =>
  importedEval({ prompt, files, assertions: ['A.'] }, FILES);

test.each([
  ['from the root of the skill', ['evals/files/a.csv'], { 'a.csv': 'a' }],
  ['from the root of the repository', ['skills/tables/evals/files/a.csv'], { 'a.csv': 'a' }],
  ['from the folder of the evals', ['files/a.csv'], { 'a.csv': 'a' }],
  ['of a whole folder', ['evals/files'], { 'a.csv': 'a', 'deep/b.csv': 'b' }],
  [
    'below what they have in common',
    ['evals/files/a.csv', 'evals/c.csv'],
    { 'files/a.csv': 'a', 'c.csv': 'c' },
  ],
  ['with their content beside', [{ path: 'in/x.csv', content: 'x' }], { 'x.csv': 'x' }],
  ['with nothing in them', [{ path: 'in/x.csv', content: '' }], { 'x.csv': '' }],
])('files are found %s', (_, files, workspace) => {
  const found = given(files).draft?.workspace ?? [];
  expect(
    Object.fromEntries(found.map(({ path, content }) => [path, Buffer.from(content).toString()])),
  ).toEqual(workspace);
});

test('a file lies where the prompt says that it is', () => {
  const { draft } = given(['evals/files/a.csv'], 'Sort evals/files/a.csv.');
  expect(draft?.workspace.map(({ path }) => path)).toEqual(['evals/files/a.csv']);
});

test.each([
  ['/etc/passwd', 'dropped'],
  ['../../secret.csv', 'dropped'],
  [{ path: '../x', content: 'x' }, 'dropped'],
  [17.5, 'incomplete'],
  [['a'], 'dropped'],
  ['nowhere.csv', 'incomplete'],
  ['SKILL.md', 'dropped'],
])('%j is not given to the agent, and listed', (file, effect) => {
  const { draft, losses } = given([file]);
  expect(draft?.workspace).toEqual([]);
  expect(losses).toContainEqual(expect.objectContaining({ place: 'evals[0].files[0]', effect }));
});
