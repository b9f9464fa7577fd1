import { expect, test } from 'vitest';
import { type Split, splitFrontmatter } from '../../../src/checks/skill/split-frontmatter.ts';
import { readTextFile } from '../../../src/checks/skill/text-file.ts';

function fileOf(text: string) {
  return readTextFile({ path: 'SKILL.md', executable: false, content: new TextEncoder().encode(text) });
}

function split(text: string): Split {
  return splitFrontmatter(fileOf(text));
}

test('the parts carry their text, offset and first line', () => {
  expect(split('---\nname: a\n---\nBody\n')).toEqual({
    status: 'found',
    openingLine: 1,
    yaml: { text: 'name: a\n', offset: 4, firstLine: 2 },
    body: { text: 'Body\n', offset: 16, firstLine: 4 },
  });
});

test.each([
  ['nothing between the lines', '---\n---\n', '', ''],
  ['no body', '---\na: b\n---', 'a: b\n', ''],
  ['spaces after the dashes', '--- \na: b\n---\t\nBody', 'a: b\n', 'Body'],
  ['dashes inside a value', '---\na: B --- C\n---\nBody', 'a: B --- C\n', 'Body'],
  ['indented dashes', '---\na: |\n  ---\n---\nBody', 'a: |\n  ---\n', 'Body'],
  ['dashes followed by other characters', '---\na: b\n---c\n----\n---\nBody', 'a: b\n---c\n----\n', 'Body'],
  ['another line of dashes in the body', '---\na: b\n---\nx\n---\ny', 'a: b\n', 'x\n---\ny'],
])('the text is split only at whole lines of dashes, with %s', (_, text, yaml, body) => {
  expect(split(text)).toMatchObject({ status: 'found', yaml: { text: yaml }, body: { text: body } });
});

test('blank lines before the frontmatter are skipped', () => {
  expect(split('\n  \n---\na: b\n---\n')).toMatchObject({
    status: 'found',
    openingLine: 3,
    yaml: { firstLine: 4 },
  });
});

test.each(['', '\n\n', '# Title\n', 'x\n---\na: b\n---\n', ' ---\na: b\n---\n', '---a: b\n---\n', '----\n'])(
  '%j has no frontmatter and is all body',
  (text) => {
    expect(split(text)).toEqual({ status: 'missing', body: { text, offset: 0, firstLine: 1 } });
  },
);

test.each(['---', '---\n', '---\na: b\n', '---\na: b\n--\n', '---\na: b\n --- \n'])(
  '%j is not closed',
  (text) => {
    expect(split(text)).toMatchObject({ status: 'unclosed', body: { text: text.slice(4), firstLine: 2 } });
  },
);

test('twice as many lines take twice the work', () => {
  const looksAt = (lines: number) => {
    let looks = 0;
    const file = fileOf(`---\n${'--- x\n'.repeat(lines)}`);
    const lineStarts = new Proxy(file.lineStarts, {
      get(starts, key) {
        looks++;
        return Reflect.get(starts, key);
      },
    });
    splitFrontmatter({ ...file, lineStarts });
    return looks;
  };
  expect(looksAt(2000) / looksAt(1000)).toBeCloseTo(2, 1);
});
