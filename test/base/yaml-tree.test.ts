import { expect, test } from 'vitest';
import { readYamlTree, type YamlNode } from '../../src/base/yaml-tree.ts';

function rootOf(text: string, firstLine = 1): YamlNode | null {
  const tree = readYamlTree(text, firstLine);
  if (tree.status === 'unreadable') throw new Error(tree.error.text);
  return tree.root;
}

function firstValue(text: string): YamlNode | undefined {
  const root = rootOf(text);
  return root?.kind === 'map' ? root.entries[0]?.value : undefined;
}

function distinctNodes(root: YamlNode): number {
  const seen = new Set<YamlNode>();
  const visit = (node: YamlNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const inner of node.kind === 'list' ? node.items : []) visit(inner);
    for (const { value } of node.kind === 'map' ? node.entries : []) visit(value);
  };
  visit(root);
  return seen.size;
}

test('keys and values carry their position, counted from the given first line', () => {
  expect(rootOf('name: a\nmetadata:\n  author: "b"\n', 2)).toEqual({
    kind: 'map',
    at: { line: 2, column: 1 },
    entries: [
      {
        key: 'name',
        at: { line: 2, column: 1 },
        value: { kind: 'scalar', type: 'string', text: 'a', at: { line: 2, column: 7 } },
      },
      {
        key: 'metadata',
        at: { line: 3, column: 1 },
        value: {
          kind: 'map',
          at: { line: 4, column: 3 },
          entries: [
            {
              key: 'author',
              at: { line: 4, column: 3 },
              value: { kind: 'scalar', type: 'string', text: 'b', at: { line: 4, column: 11 } },
            },
          ],
        },
      },
    ],
  });
});

test.each([
  ['a: 1.10', 'number', '1.10'],
  ['a: 0x1F', 'number', '0x1F'],
  ['a: true', 'boolean', 'true'],
  ['a: ~', 'null', '~'],
  ['a:', 'null', ''],
  ['{a}', 'null', ''],
  ['a: "1.10"', 'string', '1.10'],
  ['a: 2026-01-01', 'string', '2026-01-01'],
  ['a: |\n  x\n  y\n', 'string', 'x\ny\n'],
  ['a: >\n  x\n  y\n', 'string', 'x y\n'],
  ["a: 'it''s: quoted'", 'string', "it's: quoted"],
])('%j holds a %s, written as %j', (text, type, written) => {
  expect(firstValue(text)).toMatchObject({ kind: 'scalar', type, text: written });
});

test.each(['a: [x, y]', 'a:\n  - x\n  - y'])('%j holds a list', (text) => {
  expect(firstValue(text)).toMatchObject({ kind: 'list', items: [{ text: 'x' }, { text: 'y' }] });
});

test('an alias stands for the node it names', () => {
  expect(rootOf('a: &x [1]\nb: *x')).toMatchObject({
    entries: [{ value: { items: [{ text: '1' }] } }, { value: { items: [{ text: '1' }] } }],
  });
});

test('aliases of aliases share their nodes', () => {
  const doublings = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
  const text = `a0: &a0 [x, x]\n${doublings.join('\n')}`;
  const root = rootOf(text);
  expect(root && distinctNodes(root)).toBe(13);
});

test('a key that is not a scalar is named by its source text', () => {
  expect(rootOf('? [a, b]\n: c')).toMatchObject({ entries: [{ key: '[a, b]' }] });
});

test('duplicate keys are reported at every depth and kept', () => {
  const tree = readYamlTree('a: 1\nb:\n  c: 1\n  c: 2\na: 2', 1);
  expect(tree).toMatchObject({
    duplicateKeys: [
      { text: 'c', at: { line: 4, column: 3 } },
      { text: 'a', at: { line: 5, column: 1 } },
    ],
  });
});

test('anchors and tags are reported', () => {
  expect(readYamlTree('a: &x !!str 1\nb: *x', 1)).toMatchObject({
    advanced: [
      { text: 'the tag tag:yaml.org,2002:str', at: { line: 1, column: 13 } },
      { text: 'the anchor &x', at: { line: 1, column: 13 } },
    ],
  });
});

test.each(['', '# a comment', '\n\n'])('%j holds nothing', (text) => {
  expect(rootOf(text)).toBeNull();
});

test.each([
  ['a: [b\nc: d', 2, 1],
  ['a: b: c', 1, 4],
  ['a:\n\t- b', 2, 1],
  ['a: @b', 1, 4],
  ['a: *nobody', 1, 4],
  ['a: &a [*a]', 1, 8],
  ['a: *first\nb: *second', 1, 4],
  ['a: 1\n--- b', 2, 1],
  ['a: "\\UFFFFFFFF"', 1, 5],
])('%j is unreadable, at line %i, column %i', (text, line, column) => {
  expect(readYamlTree(text, 1)).toMatchObject({ status: 'unreadable', error: { at: { line, column } } });
});

test.each(['[', '{', '- ', '? ', 'a: '])(
  'endlessly nested %j is unreadable rather than a crash',
  (opening) => {
    expect(readYamlTree(opening.repeat(30_000), 1).status).toBe('unreadable');
  },
);

test('33 levels are read and 34 are not, whatever the stack could hold', () => {
  const nested = (levels: number) => readYamlTree(`${'['.repeat(levels)}${']'.repeat(levels)}`, 1).status;
  expect([nested(33), nested(34)]).toEqual(['read', 'unreadable']);
});

test('aliases that repeat a billion values are unreadable, and a few are not', () => {
  const levels = (count: number) =>
    Array.from({ length: count }, (_, level) => {
      const item = level === 0 ? 'x' : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array.from({ length: 10 }, () => item).join(', ')}]`;
    }).join('\n');
  expect(readYamlTree(levels(3), 1).status).toBe('read');
  expect(readYamlTree(levels(9), 1)).toMatchObject({
    status: 'unreadable',
    error: { text: 'aliases repeat more than 10000 values' },
  });
});
