import { expect, test } from 'vitest';
import { concealing } from '../../../src/graders/rubric/conceal-skill.ts';

const BODY = 'Never round before the end. '.repeat(10);
const conceal = concealing({ name: 'csv-tidy', body: BODY, root: '/skills/csv-tidy' });
const ofOneWord = concealing({ name: 'pdf', body: '', root: '/home/agent/.claude/skills/pdf' });

test.each([
  ['I used csv-tidy for it.', 'I used […] for it.'],
  ['I used the CSV Tidy skill.', 'I used the […].'],
  ['csv_tidy, csvtidy', '[…], […]'],
  ['python3 /skills/csv-tidy/scripts/tidy.py clean a.csv', 'python3 […] clean a.csv'],
  ['See "/skills/csv-tidy/SKILL.md".', 'See "[…]".'],
  ['SKILL.md says so.', '[…] says so.'],
  ['csv-tidying and mycsv-tidy are other words', 'csv-tidying and mycsv-tidy are other words'],
])('%j is shown as %j', (text, shown) => {
  expect(conceal(text)).toBe(shown);
});

test.each([
  ['The pdf has two pages.', 'The pdf has two pages.'],
  ['The pdf skill says so, in skills/pdf.', 'The […] says so, in […].'],
  ['cat /home/agent/.claude/skills/pdf/SKILL.md', 'cat […]'],
])('a name of one word is a word like any other: %j is shown as %j', (text, shown) => {
  expect(ofOneWord(text)).toBe(shown);
});

test('a text that holds the whole skill is not shown, however it is wrapped', () => {
  expect(conceal(`The skill says:\n> ${BODY.replaceAll(' ', '\n  ')}`)).toBeNull();
  expect(conceal(BODY.slice(0, 100))).toBe(BODY.slice(0, 100));
});

test('letters of a name that mean something in patterns do not', () => {
  expect(concealing({ name: 'c++ (fast)', body: '', root: '/skills/skill' })('c fast, c++ (fast)')).toBe(
    '[…], […]',
  );
});
