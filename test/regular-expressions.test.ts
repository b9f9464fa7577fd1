import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

/**
 * JavaScript's own engine tries every way to match, and a file of somebody else's that has many of them stops the whole
 * process: signals, other trials, everything. What is matched against such text is found here to take linear time, or
 * runs in RE2 (`base/compile-pattern.ts`). The analysis finds what the repetitions of an expression share, and
 * repetitions at its start that are tried again at each place. The checks of skills, whose rules read lines of limited
 * length, are measured as a whole instead (`test/checks/linear-work.test.ts`).
 */
const files = globSync('src/**/*.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('src/checks/'));

/** Made of pieces, so that nothing can be said about them here. */
const COMPOSED = [
  'src/foreign/agent-skills/plain-check.ts',
  'src/foreign/skilltester/read-skilltester.ts',
  'src/graders/content/unwanted-text.ts',
  'src/graders/rubric/conceal-skill.ts',
];
/** Here most of what is read comes from outside. */
const FOREIGN_TEXT = ['foreign', 'suites', 'graders', 'sources'];

type Expression = { source: string; flags: string };

function expressionsIn(code: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node && isExpression(node.regex))
      found.push({ source: node.regex.pattern, flags: node.regex.flags });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return found;
}

function isExpression(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

function isSuperLinear(expression: Expression): boolean {
  return analyse(expression).reports.length > 0 || passesOverWords(expression);
}

/**
 * Any number of words, which may each be the first word of the expression: from each it would be tried again up to the
 * end of the line. The analysis does not look for this.
 */
const ANY_WORDS = /\\S[+*](?:\\s[+*])?\)[+*]/;

function passesOverWords({ source }: Expression): boolean {
  return !source.startsWith('^') && ANY_WORDS.test(source);
}

test('no expression takes more than linear time', () => {
  const all = files.flatMap((file) =>
    expressionsIn(readFileSync(file, 'utf8')).map((expression) => ({ file, expression })),
  );
  expect(all.length).toBeGreaterThan(500);
  const slow = all.filter(({ expression }) => isSuperLinear(expression));
  expect(slow.map(({ file, expression }) => `${file}: /${expression.source}/${expression.flags}`)).toEqual(
    [],
  );
});

test.each([
  String.raw`x = /\s*(?:#|;).*$/`,
  'x = /^(a*)b?(a*)$/',
  'x = y.replace(/[/]+$/, "")',
  'x = /(?:a|a)*b/',
  String.raw`x = /\bapt\s+(?:-\S+\s+)*install/`,
])('%s is found to be slow', (code) => {
  expect(expressionsIn(code).filter(isSuperLinear)).toHaveLength(1);
});

test('expressions that are composed of text are where somebody has looked at them', () => {
  const composing = files.filter(
    (file) =>
      FOREIGN_TEXT.includes(file.split('/')[1] ?? '') && readFileSync(file, 'utf8').includes('new RegExp('),
  );
  expect(composing.toSorted()).toEqual(COMPOSED);
});
