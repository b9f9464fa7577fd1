import { expect, test } from 'vitest';
import { copiesOfEvals, withheldEvals } from '../../../src/foreign/agent-skills/withheld-evals.ts';
import { filesOf } from './imported.ts';

const EVALS = '[{"prompt": "Make a table.", "assertions": ["The total is 4711."]}]';
const NAMED = ['evals/evals.json'];

test('only evals are withheld, whatever a suite names and whatever is a copy of something else', () => {
  const skill = filesOf({
    'SKILL.md': 'Run scripts/tidy.sh.',
    'evals/evals.json': EVALS,
    'evals/tidy.sh': 'rm -r notes',
    'scripts/tidy.sh': 'rm -r notes',
  });
  expect(withheldEvals(skill, [...NAMED, 'evals/tidy.sh', 'scripts/tidy.sh', 'gone.json'])).toEqual(NAMED);
  expect(withheldEvals(skill, [])).toEqual([]);
});

test.each([
  ['SKILL.md', 'Do what evals/evals.json says.'],
  ['scripts/run.py', 'open("../evals/" + "evals.json")'],
])('evals that %s uses are not withheld in silence', (path, text) => {
  const skill = filesOf({ 'SKILL.md': 'Make a table.', 'evals/evals.json': EVALS, [path]: text });
  expect(() => withheldEvals(skill, NAMED)).toThrow(`${path} mentions evals.json`);
});

test('pages for people may speak of the evals, as long as the skill does not speak of these pages', () => {
  const files = {
    'evals/evals.json': EVALS,
    'README.md': 'The evals are in evals/evals.json; CHANGELOG.md says what changed.',
    'evals/README.md': 'Run evals.json with assay.',
    'CHANGELOG.md': 'More tasks in evals.json.',
  };
  expect(withheldEvals(filesOf({ ...files, 'SKILL.md': 'Make a table.' }), NAMED)).toEqual(NAMED);
  for (const told of ['Follow README.md.', 'See the read-me.', 'What is new stands in the change log.']) {
    const skill = filesOf({ ...files, 'SKILL.md': told });
    expect(() => withheldEvals(skill, NAMED)).toThrow('README.md mentions evals.json');
  }
});

test('executable evals are not withheld in silence', () => {
  const skill = filesOf({ 'evals/evals.json': EVALS }).map((file) => ({ ...file, executable: true }));
  expect(() => withheldEvals(skill, NAMED)).toThrow('evals/evals.json');
});

test('copies of withheld evals are found under any name', () => {
  const skill = filesOf({ 'evals/evals.json': EVALS, 'notes.txt': EVALS, 'SKILL.md': 'Make a table.' });
  expect(copiesOfEvals(skill, NAMED)).toEqual(['notes.txt']);
});
