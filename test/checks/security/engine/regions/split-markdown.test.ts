import { expect, test } from 'vitest';
import { splitMarkdown } from '../../../../../src/checks/security/engine/regions/split-markdown.ts';
import { readTextFile } from '../../../../../src/checks/skill/text-file.ts';

function split(text: string) {
  const content = new Uint8Array(Buffer.from(text));
  return splitMarkdown(readTextFile({ path: 'a.md', executable: false, content }));
}

test('headings, paragraphs, items, tables, quotes and code are distinguished', () => {
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
])('a code block after endless %s is still recognised', (_, part) => {
  const regions = split(`${part.repeat(70_000)}Run:\n\n\`\`\`bash\nls\n\`\`\`\n`);
  expect(regions.at(-1)).toMatchObject({ kind: 'code', language: 'bash', text: 'ls' });
});

test('the rest of endless code blocks becomes one text, so nothing is lost', () => {
  const block = '```sh\nls\n```\n';
  const regions = split(block.repeat(70_000));
  expect(regions.length).toBeLessThan(65_000);
  expect(regions.at(-1)?.text.endsWith(block)).toBe(true);
});

test('code in an unclosed comment is code, and the text after it is still the comment', () => {
  const regions = split('a\n\n<!-- b\n```sh\nc\n```\nd\n');
  expect(regions.map(({ kind, text }) => [kind, text])).toEqual([
    ['prose', 'a'],
    ['comment', ' b'],
    ['code', 'c'],
    ['comment', 'd'],
  ]);
});

test('a fence in a closed comment is part of the comment', () => {
  expect(split('<!-- b\n```sh\nc -->\nd\n').map(({ kind }) => kind)).toEqual(['comment', 'prose']);
});

test.each([
  ['marks followed by more marks', '```note``` is a mark\n\nb'],
  ['indented marks', '    ```\n\nb'],
  ['marks after a tab', '\t```\n\nb'],
  ['a list item that ends', '- ```\n\nb'],
  ['a list item that ends further down', '- a\n\n  ```\n  c\n\nb'],
  ['an indented end', '```\na\n    ```\nc\n```\n\nb'],
  ['a block of HTML', '<div>\n```\n\nb'],
  ['another block of HTML', '<pre>\n```\n</pre>\nb'],
  ['an end with a no-break space', '```\na\n```\u00a0\nc\n```\n\nb'],
  ['a number that cannot begin a list', 'a\n2. ```\n   b'],
])('text that looks like code because of %s is also read as text without a lead', (_, text) => {
  const regions = split(`Never:\n\n${text}\n`).filter(({ lead }) => lead === '');
  expect(
    regions.filter(({ kind, text: inside }) => kind === 'prose' && /^b$/m.test(inside.trim())),
  ).toHaveLength(1);
});

test('code that an inner fence ends too early is also read whole', () => {
  const regions = split('```sh\na\n    ```\nb\n```\n');
  expect(regions).toContainEqual(
    expect.objectContaining({ kind: 'code', text: 'a\n    ```\nb', language: 'bash' }),
  );
});

test('code in a comment that begins within a line of text is read as code too', () => {
  const regions = split('a <!-- b\n```sh\nc\n```\n-->\n');
  expect(regions).toContainEqual(expect.objectContaining({ kind: 'code', text: 'c' }));
});

test.each([
  '- a\n  ```sh\n  b\n  ```\n- c\n\n1. ~~~\n   d\n   ~~~\n',
  '1. a\n\n   ````md\n   ```sh\n   b\n   ```\n   ````\n\n   c\n',
  '- - ```\n    a\n    ```\n',
  '<details>\n\n```\na\n```\n\n</details>\n',
  '> ```\n> a\n> ```\n',
  '<!--\n```\n-->\n',
  '* * *\n```\na\n',
])('code that every parser sees alike is read once: %j', (text) => {
  const regions = split(text).filter(({ kind }) => kind === 'code' || kind === 'prose');
  expect(new Set(regions.map(({ offset }) => offset)).size).toBe(regions.length);
});

test.each([
  ['nested items', `${'- '.repeat(300_000)}a`],
  ['abandoned items', '- ```\n\na\n'.repeat(60_000)],
  ['fences of many lengths', Array.from({ length: 500 }, (_, length) => '`'.repeat(503 - length)).join('\n')],
  ['blocks of HTML', '<div>\n```\n\n'.repeat(60_000)],
])('endless %s are read to their end', (_, text) => {
  expect(split(text).length).toBeGreaterThan(0);
});
