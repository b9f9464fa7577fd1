import { expect, test } from 'vitest';
import { renderCheckMarkdown } from '../../../../src/report/check/markdown/render-check-markdown.ts';
import { fixtureReports } from '../fixture-reports.ts';

const markdown = renderCheckMarkdown(fixtureReports);

test('no text from a skill becomes markup', () => {
  const ours = /<\/?(code|details|summary)>|&#\d+;|^#{3,4} |^\| --- \| --- \| --- \|$|^- |^ {2}- /gm;
  expect(markdown.replaceAll(ours, '')).not.toMatch(/[<>&`*_[\]\\#@~$!{}]|www\.|:\/\//);
});

test('every row of a table has three cells', () => {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) expect(row.split('|')).toHaveLength(5);
});

test('tags are properly nested', () => {
  const open: string[] = [];
  for (const [, slash, name = ''] of markdown.matchAll(/<(\/?)(\w+)>/g)) {
    if (slash === '') open.push(name);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});

test('whatever would make a comment too long is left out and counted, the worst findings last', () => {
  const [, failing] = fixtureReports;
  if (failing === undefined) throw new Error('the fixture has no such report');
  const [worst, , medium] = failing.findings;
  if (worst === undefined || medium === undefined) throw new Error('the fixture has no such finding');
  const findings = [worst, ...Array.from({ length: 2000 }, () => medium)];
  const long = renderCheckMarkdown([{ ...failing, findings }]);
  expect(long.length).toBeLessThan(65_536);
  expect(long).toContain('1981 more are not shown here');
  expect(long).toContain('| critical |');
  const many = renderCheckMarkdown(Array.from({ length: 2000 }, () => failing));
  expect(many.length).toBeLessThan(65_536);
  expect(many).toContain('2000 skills');
});
