import { expect, test } from 'vitest';
import { splitMarkdown } from '../../../../../src/checks/security/engine/regions/split-markdown.ts';
import { readTextFile } from '../../../../../src/checks/skill/text-file.ts';

function split(text: string) {
  const content = new Uint8Array(Buffer.from(text));
  return splitMarkdown(readTextFile({ path: 'a.md', executable: false, content }));
}

test('headings, paragraphs, items, tables, quotes and code are told apart', () => {
  const regions = split('# A\n\nText\nof b.\n\n- c\n- d\n\n| e |\n\n> f\n\n```sh\ng\n```\n<!-- h -->\n');
  expect(regions.map(({ kind, text }) => [kind, text])).toEqual([
    ['heading', '# A'],
    ['prose', 'Text\nof b.'],
    ['list-item', '- c'],
    ['list-item', '- d'],
    ['table', '| e |'],
    ['quote', '> f'],
    ['code', 'g'],
    ['prose', '<!-- h -->'],
    ['comment', ' h '],
  ]);
});

test.each([
  ['headings', '# a\n'],
  ['items', '- a\n'],
  ['paragraphs', 'a\n\n'],
  ['rows', '| a |\n'],
  ['comments', '<!-- a -->\n'],
])('behind %s without end a code block is still one', (_, part) => {
  const regions = split(`${part.repeat(70_000)}Run:\n\n\`\`\`bash\nls\n\`\`\`\n`);
  expect(regions.at(-1)).toMatchObject({ kind: 'code', language: 'bash', text: 'ls' });
});

test('of code blocks without end the rest is one text, so that nothing is lost', () => {
  const block = '```sh\nls\n```\n';
  const regions = split(block.repeat(70_000));
  expect(regions.length).toBeLessThan(65_000);
  expect(regions.at(-1)?.text.endsWith(block)).toBe(true);
});

test('code in an unclosed comment is code, and what follows it is still the comment', () => {
  const regions = split('a\n\n<!-- b\n```sh\nc\n```\nd\n');
  expect(regions.map(({ kind, text }) => [kind, text])).toEqual([
    ['prose', 'a'],
    ['comment', ' b'],
    ['code', 'c'],
    ['comment', 'd'],
  ]);
});

test('a fence in a comment that ends is part of the comment', () => {
  expect(split('<!-- b\n```sh\nc -->\nd\n').map(({ kind }) => kind)).toEqual(['comment', 'prose']);
});
