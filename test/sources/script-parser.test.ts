import { expect, test } from 'vitest';
import type { ParsedLanguage, SyntaxNode } from '../../src/checks/security/engine/syntax/script-parser.ts';
import { loadScriptParser } from '../../src/sources/script-parser.ts';

const parser = await loadScriptParser();

/** As long as the longest script that the security review has parsed. */
function repeated(piece: string): string {
  return piece.repeat(Math.floor(100_000 / piece.length));
}

const HONEST: [ParsedLanguage, string][] = [
  ['bash', 'for f in *.txt; do\n  grep -v x "$f" > out.txt || exit 1\ndone\n'],
  ['bash', 'cat <<END > notes.md\nHello $USER\nEND\n'],
  ['python', 'def total(rows):\n    return sum(float(row["amount"]) for row in rows)\n\n'],
  ['javascript', 'export const total = (rows) => rows.reduce((sum, { amount }) => sum + amount, 0);\n'],
  ['typescript', 'export function first<T>(all: readonly T[]): T | undefined {\n  return all[0];\n}\n'],
  ['tsx', 'export const Row = ({ name }: { name: string }) => <tr><td>{name}</td></tr>;\n'],
];

test.each(HONEST)('a long script in %s is parsed from its first character to its last', (language, piece) => {
  const source = repeated(piece);
  const tree = parser.parse(language, source);
  expect(tree?.start).toBe(0);
  expect(source.slice(tree?.end).trim()).toBe('');
});

const DEEP: [ParsedLanguage, (depth: number) => string][] = [
  ['bash', (depth) => `${'{ '.repeat(depth)} echo a; ${'} ; '.repeat(depth)}`],
  ['bash', (depth) => `${'a && '.repeat(depth)} b`],
  ['python', (depth) => `x = ${'a + '.repeat(depth)} b`],
  ['javascript', (depth) => `${'{'.repeat(depth)} a(); ${'}'.repeat(depth)}`],
  ['typescript', (depth) => `const x = ${'a + '.repeat(depth)} b;`],
];

test.each(DEEP)('a tree in %s is whole or is none, however deep the code is', (language, codeOf) => {
  const tree = parser.parse(language, codeOf(300));
  expect(tree === null ? 0 : depthOf(tree)).toBeGreaterThan(300);
  expect(parser.parse(language, codeOf(1_100))).toBeNull();
});

function depthOf({ children }: SyntaxNode): number {
  return 1 + Math.max(0, ...children.map(depthOf));
}

test('input that overwhelms a grammar is abandoned, and the next input is parsed as usual', () => {
  const before = parser.parse('bash', 'echo a\n');
  expect(parser.parse('bash', repeated('<<E\n'))).toBeNull();
  expect(parser.parse('bash', repeated('[[ a ]] '))).toBeNull();
  expect(parser.parse('bash', 'echo a\n')).toEqual(before);
  expect(parser.parse('python', 'x = 1\n')?.type).toBe('module');
});

test('input that exceeds the memory limit of a grammar is abandoned, as is all further input until recovery', async () => {
  const before = parser.parse('bash', 'echo a\n');
  expect(parser.parse('python', repeated('/*\n'))).toBeNull();
  expect(parser.parse('bash', 'echo a\n')).toBeNull();
  await parser.recover();
  expect(parser.parse('bash', 'echo a\n')).toEqual(before);
});

test('the parser recovers a limited number of times, so that memory stays bounded', async () => {
  for (let time = 0; time < 5; time++) {
    expect(parser.parse('python', repeated('/*\n'))).toBeNull();
    await parser.recover();
  }
  expect(parser.parse('bash', 'echo a\n')).toBeNull();
  expect(process.memoryUsage.rss()).toBeLessThan(1_000_000_000);
});
