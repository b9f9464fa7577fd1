import { expect, test } from 'vitest';
import { z } from 'zod';
import { AssayError } from '../../src/base/assay-error.ts';
import { parseYaml } from '../../src/base/parse-yaml.ts';

const Meal = z.strictObject({
  name: z.string().min(1),
  course: z.enum(['starter', 'main']),
  guests: z.int().positive().max(12).default(2),
  vegan: z.boolean().optional(),
  plates: z.array(z.strictObject({ of: z.string(), grams: z.number().optional() })).default([]),
  sides: z.array(z.string()).min(1).optional(),
  table: z
    .strictObject({ row: z.string().regex(/^[A-F]$/) })
    .refine(({ row }) => row !== 'F', { path: ['row'], error: 'a row that is not closed' })
    .optional(),
  drink: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('tea'), leaf: z.string() }),
      z.strictObject({ kind: z.literal('wine'), year: z.number() }),
    ])
    .optional(),
  notes: z.record(z.string(), z.unknown()).optional(),
});

const GOOD = 'name: Soup\ncourse: starter\n';

function messageFrom(text: string): string {
  try {
    parseYaml(Meal, text, 'menu/meal.yaml');
  } catch (error) {
    if (error instanceof AssayError && error.code === 'INPUT_INVALID') return error.message;
    throw error;
  }
  throw new Error('expected the text to be refused');
}

test('a text that fits its schema becomes a value with its defaults filled in', () => {
  const meal = parseYaml(Meal, `${GOOD}plates:\n  - of: bread # fresh\n`, 'meal.yaml');
  expect(meal).toEqual({ name: 'Soup', course: 'starter', guests: 2, plates: [{ of: 'bread' }] });
});

test.each([
  [
    'a value that is not in the list',
    'name: A\ncourse: dessert\n',
    '2:9: "course": expected one of starter, main, found "dessert"',
  ],
  [
    'text that must not be empty',
    'name: ""\ncourse: main\n',
    '1:7: "name": expected text that is not empty, found ""',
  ],
  ['a number instead of text', 'name: 3\ncourse: main\n', '1:7: "name": expected text, found the number 3'],
  ['nothing instead of text', 'name:\ncourse: main\n', '1:6: "name": expected text, found nothing'],
  ['a list instead of text', 'name: [a]\ncourse: main\n', '1:7: "name": expected text, found a list'],
  [
    'a mapping instead of text',
    'name: {a: 1}\ncourse: main\n',
    '1:7: "name": expected text, found a mapping with a',
  ],
  ['a missing key', 'name: A\n', '1:1: "course": missing, expected one of starter, main'],
  [
    'a missing key in a list',
    `${GOOD}plates:\n  - grams: 3\n`,
    '4:5: "plates[0].of": missing, expected text',
  ],
  [
    'a list that must not be empty',
    `${GOOD}sides: []\n`,
    '3:8: "sides": expected a list that is not empty, found an empty list',
  ],
  ['text instead of a list', `${GOOD}sides: x\n`, '3:8: "sides": expected a list, found "x"'],
  [
    'a fraction instead of a whole number',
    `${GOOD}guests: 1.5\n`,
    '3:9: "guests": expected a whole number, found the number 1.5',
  ],
  [
    'too small a number',
    `${GOOD}guests: 0\n`,
    '3:9: "guests": expected a number that is more than 0, found the number 0',
  ],
  [
    'too large a number',
    `${GOOD}guests: 13\n`,
    '3:9: "guests": expected a number that is at most 12, found the number 13',
  ],
  [
    'text instead of true or false',
    `${GOOD}vegan: maybe\n`,
    '3:8: "vegan": expected true or false, found "maybe"',
  ],
  [
    'text that does not match its pattern',
    `${GOOD}table:\n  row: G\n`,
    '4:8: "table.row": expected text that matches /^[A-F]$/, found "G"',
  ],
  [
    "a schema's own rule",
    `${GOOD}table:\n  row: F\n`,
    '4:8: "table.row": expected a row that is not closed, found "F"',
  ],
  [
    'an unknown kind',
    `${GOOD}drink:\n  kind: milk\n`,
    '4:9: "drink.kind": expected one of tea, wine, found "milk"',
  ],
  ['a missing kind', `${GOOD}drink:\n  leaf: x\n`, '4:3: "drink.kind": missing, expected one of tea, wine'],
  ['an empty mapping', `${GOOD}sides: {}\n`, '3:8: "sides": expected a list, found an empty mapping'],
  ['a list as the document', '- a\n', '1:1: expected a mapping, found a list'],
  ['text as the document', '\n\nhello\n', '3:1: expected a mapping, found "hello"'],
  ['an empty file', '', '1:1: expected a mapping, found nothing'],
  ['a file of comments', '# to do\n', '1:1: expected a mapping, found nothing'],
])('%s is reported at its position, with what was expected and found', (_what, text, message) => {
  expect(messageFrom(text)).toBe(`menu/meal.yaml:${message}`);
});

test('an unknown key is reported at the key, with the known keys', () => {
  expect(messageFrom(`${GOOD}plates:\n  - of: rice\n    colour:\n      x: 1\n`)).toBe(
    'menu/meal.yaml:5:5: "plates[0].colour": unknown key, expected one of of, grams',
  );
});

test('an unknown key that was probably mistyped is reported with the one that was meant', () => {
  expect(messageFrom(`${GOOD}plates:\n  - gram: 2\n    of: rice\n`)).toMatch(
    /"plates\[0\]\.gram": unknown key, expected one of of, grams \(did you mean grams\?\)$/m,
  );
});

test('each error has a line of its own', () => {
  expect(messageFrom('course: dessert\nspoons: 2\nforks: 3\n').split('\n')).toEqual([
    'menu/meal.yaml:1:1: "name": missing, expected text',
    'menu/meal.yaml:1:9: "course": expected one of starter, main, found "dessert"',
    expect.stringMatching(/^menu\/meal\.yaml:2:1: "spoons": unknown key/),
    expect.stringMatching(/^menu\/meal\.yaml:3:1: "forks": unknown key/),
  ]);
});

test('a long value is cut so that the message stays readable', () => {
  const message = messageFrom(`name: A\ncourse: ${'x'.repeat(5000)}\n`);
  expect(message).toContain('x…"');
  expect(message.length).toBeLessThan(200);
});

test.each([
  [
    'a duplicate key',
    `${GOOD}name: Stew\n`,
    '3:1: not valid YAML: this key occurs twice in the same mapping. Remove one of them',
  ],
  ['a tab as indentation', `${GOOD}notes:\n\tx: 1\n`, '4:1: not valid YAML: indented with a tab. Use spaces'],
  ['a quote that is never closed', 'name: "Soup\n', '2:1: not valid YAML: Missing closing "quote'],
  [
    'a colon in plain text',
    'name: Soup: hot\n',
    '1:7: not valid YAML: Nested mappings are not allowed in compact mappings',
  ],
  [
    'a second document',
    `${GOOD}---\n${GOOD}`,
    '3:1: not valid YAML: a second document begins here. Keep one document in a file',
  ],
  ['a list as a key', `${GOOD}? [a, b]\n: 1\n`, '3:3: not valid YAML: a key must be text'],
  [
    'a tag of another language',
    `${GOOD}notes: !!js/function x\n`,
    '3:8: not valid YAML: Unresolved tag: tag:yaml.org,2002:js/function',
  ],
  [
    'an alias',
    `${GOOD}sides: &s [a]\nnotes: {x: *s}\n`,
    '4:12: the alias "*s" is not allowed. Write the value out',
  ],
  [
    'an alias without an anchor',
    `${GOOD}sides: *s\n`,
    '3:8: the alias "*s" is not allowed. Write the value out',
  ],
])('%s is refused with its position', (_what, text, message) => {
  expect(messageFrom(text)).toBe(`menu/meal.yaml:${message}`);
});

test('aliases that would expand into a billion values are refused before any are expanded', () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const item = level === 0 ? 'x' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => item).join(', ')}]\n`;
  });
  expect(messageFrom(levels.join(''))).toBe(
    'menu/meal.yaml:2:10: the alias "*l0" is not allowed. Write the value out',
  );
});

test.each([
  ['a hundred levels', 120, /nested more than 100 levels deep$/],
  ['more levels than the stack holds', 50_000, /menu\/meal\.yaml:\d+:\d+: not valid YAML: /],
])('lists nested over %s are refused', (_what, depth, message) => {
  expect(messageFrom(`${GOOD}notes:\n  x: ${'['.repeat(depth)}${']'.repeat(depth)}\n`)).toMatch(message);
});

test.each([
  ['a byte order mark', '\uFEFFname: A\ncourse: dessert\n'],
  ['Windows line ends', 'name: A\r\ncourse: dessert\r\n'],
])('%s does not shift the reported position', (_what, text) => {
  expect(messageFrom(text)).toMatch(/^menu\/meal\.yaml:2:9: /);
});

test('a key that occurs twice is named, however many keys there are', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `  k${index}: 1\n`).join('');
  expect(messageFrom(`${GOOD}notes:\n${many}  k7: 2\n`)).toBe(
    'menu/meal.yaml:50004:3: not valid YAML: this key occurs twice in the same mapping. Remove one of them',
  );
});

test('of very many mistakes, the first are shown and the others counted', () => {
  const many = Array.from({ length: 70 }, (_, index) => `k${index}: 1\n`).join('');
  const lines = messageFrom(`${GOOD}${many}`).split('\n');
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe('menu/meal.yaml: and 20 more mistakes');
});

test('a text of too many tokens is refused where it has too many, before anything of it is parsed', () => {
  const text = `${GOOD}notes:\n  x: [${'1,'.repeat(2_000_000)}]\n`;
  expect(messageFrom(text)).toMatch(
    /^menu\/meal\.yaml:4:\d{6}: expected at most 500000 tokens of YAML, found more\. /,
  );
});

test('a long text in quotation marks or in a block is one token, whatever it contains', () => {
  const words = '[1, 1], '.repeat(100_000);
  const text = `${GOOD}notes:\n  quoted: "${words}"\n  block: |\n    ${words}\n`;
  expect(parseYaml(Meal, text, 'meal.yaml').notes).toEqual({ quoted: words, block: `${words}\n` });
});
