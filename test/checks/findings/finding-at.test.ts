import { expect, test } from 'vitest';
import { findingAt } from '../../../src/checks/findings/finding-at.ts';
import type { Rule } from '../../../src/checks/findings/rule.ts';
import { readTextFile } from '../../../src/checks/skill/text-file.ts';

const rule: Rule = {
  id: 'spec/example',
  title: 'An example',
  severity: 'low',
  why: 'It is one.',
  remedy: 'None.',
  owasp: [],
  reference: 'None.',
};

function excerptAt(text: string, column: number): string {
  const content = new TextEncoder().encode(`first\n${text}\nlast`);
  const file = readTextFile({ path: 'a.md', executable: false, content });
  return findingAt(file, { line: 2, column }, { rule }).excerpt;
}

test('a finding carries its file, its position and its line', () => {
  const content = new TextEncoder().encode('first\nsecond\n');
  const file = readTextFile({ path: 'a.md', executable: false, content });
  expect(findingAt(file, { line: 2, column: 4 }, { rule, title: 'This' })).toEqual({
    rule,
    title: 'This',
    file: 'a.md',
    line: 2,
    column: 4,
    excerpt: 'second',
  });
});

test('an excerpt near the beginning of a long line starts at its beginning', () => {
  expect(excerptAt('word '.repeat(1000), 100)).toMatch(/^word word/);
});

test('an excerpt far into a long line starts with the preceding words', () => {
  const line = `${'x'.repeat(500)} ${'before '.repeat(6)}HERE after`;
  expect(excerptAt(line, line.indexOf('HERE') + 1)).toBe(`${'before '.repeat(6)}HERE after`);
});

test('no word is cut, because half a secret would not be masked', () => {
  const line = `a ${'x'.repeat(500)}HERE after`;
  expect(excerptAt(line, line.indexOf('HERE') + 1)).toBe(`${'x'.repeat(500)}HERE after`);
});
