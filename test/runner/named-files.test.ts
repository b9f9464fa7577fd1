import { expect, test } from 'vitest';
import { namedFiles } from '../../src/runner/named-files.ts';

test('files are found as prompts name them, and below the workspace', () => {
  const text = 'Read members.csv and `out/report.md`, write "/workspace/sums/total.json". Not members.csv.';
  expect(namedFiles(text)).toEqual(['members.csv', 'out/report.md', 'sums/total.json']);
});

test.each([
  'https://example.com/a.json',
  '/etc/app/config.yaml',
  '~/notes.txt',
  'e.g. version 3.1.5 at example.com',
  'package.json.bak',
  'the word csv, or .csv files',
])('%s names no file of the workspace', (text) => {
  expect(namedFiles(text)).toEqual([]);
});
