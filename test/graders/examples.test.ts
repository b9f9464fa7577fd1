import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { gradingInDocker } from './grading.ts';

const { judgeBy } = gradingInDocker();

/** The fenced blocks of the page for authors of suites. */
const PAGE = readFileSync('docs/hostile-workspaces.md', 'utf8');
const blocks = [...PAGE.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text = '']) => text);
const graders = GraderSpec.array().parse(parse(blocks[0] ?? '').graders);
const scripts = blocks.flatMap((text) => {
  const name = /^# grade\/(\S+)\n/.exec(text)?.[1];
  return name === undefined ? [] : [[name, text] as const];
});

const GRADE = {
  ...Object.fromEntries(scripts),
  ...{ 'report.csv': 'a,b\n1,2\n', 'numbers.txt': '40\n2\n', 'sum.txt': '42\n', 'pages/a.txt': 'A\n' },
};
const RIGHT = {
  ...{ 'report.csv': 'a,b\n1,2\n', 'log.txt': 'order 7 refused\n', 'pages/a.txt': 'A\n' },
  ...{
    'add.py': 'import sys\nprint(sum(map(int, sys.stdin)))\n',
    'summary.json': '{"dropped": 1, "rows": 3}\n',
  },
};
const TITLES = {
  add: 'The program adds up',
  pages: 'The folder holds these files and no others',
  summary: 'The summary counts the rows',
  commit: 'The last commit is described',
};

/** A repository as a workspace has it: regular files only. */
function commit(after: readonly string[][] = [['pack-refs', '--all']]): Record<string, Uint8Array> {
  const folder = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch=main', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'Fix it');
  for (const args of after) git('-c', 'user.name=a', '-c', 'user.email=a@b', ...args);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path))]));
}

test('the page has the examples, and every file that their graders name', () => {
  expect(graders.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.values(TITLES)));
  expect(scripts.map(([name]) => name)).toEqual(['check_summary.py', 'check_commit.sh']);
});

test('the examples accept correct work', async () => {
  const verdicts = await judgeBy(graders, { grade: GRADE, workspace: { ...commit(), ...RIGHT } });
  expect(verdicts.filter(({ passed }) => !passed)).toEqual([]);
});

test('the examples reject an empty workspace, without crashing', async () => {
  const verdicts = await judgeBy(graders, { grade: GRADE, workspace: {} });
  expect(verdicts.filter(({ passed }) => passed)).toEqual([]);
  expect(verdicts.map(({ detail }) => detail).join('\n')).not.toMatch(
    /Traceback|exit code 1[2-9]\d|did not end/,
  );
});

const big = (text: string, count: number) => text.repeat(count);
const cases: [string, string, Record<string, string>, RegExp][] = [
  [
    'a program that copies the answer',
    TITLES.add,
    { 'add.py': 'print(open("/grade/sum.txt").read())' },
    /Permission denied/,
  ],
  [
    'a program that says that all is well',
    TITLES.add,
    { 'add.py': 'print("PASS")\nraise SystemExit(0)' },
    /differ/,
  ],
  ['a program that never ends', TITLES.add, { 'add.py': 'import signal; signal.pause()' }, /EOF on -/],
  ['a program that prints endlessly', TITLES.add, { 'add.py': 'while True: print("42")' }, /EOF on|differ/],
  [
    'a module that shadows one of Python’s own',
    TITLES.summary,
    { 'json.py': 'raise SystemExit(0)', 'summary.json': '{}' },
    /does not say 3 rows/,
  ],
  [
    'JSON that is nested too deeply',
    TITLES.summary,
    { 'summary.json': big('[', 50_000) },
    /cannot be read: RecursionError/,
  ],
  ['JSON that is not text', TITLES.summary, { 'summary.json': '\u0000"' }, /cannot be read: JSONDecodeError/],
  [
    'JSON with a number of too many digits',
    TITLES.summary,
    { 'summary.json': big('1', 5000) },
    /cannot be read: ValueError/,
  ],
  [
    'JSON with values that are equal only in Python',
    TITLES.summary,
    { 'summary.json': '{"rows": 3.0, "dropped": true}' },
    /does not say/,
  ],
  [
    'a file that is too large',
    TITLES.summary,
    { 'summary.json': `${big(' ', 1 << 20)}{"rows": 3, "dropped": 1}` },
    /does not say/,
  ],
  ['a file with the name of an option', TITLES.pages, { 'pages/--brief': '' }, /Only in pages: --brief/],
  ['a name with a line break', TITLES.pages, { 'pages/a.txt\nb': '' }, /Only in pages/],
  [
    'a repository whose configuration runs programs',
    TITLES.commit,
    {
      '.git/config': '[core]\n\tfsmonitor = touch /tmp/x\n[alias]\n\tlog = !exit 0\n',
      '.git/HEAD': 'nothing',
    },
    /exit code (?!0)/,
  ],
];

test('the examples reject a repository in which the last commit is replaced', async () => {
  const left = commit([
    ['commit', '--quiet', '--allow-empty', '-m', 'wip'],
    ['replace', 'HEAD', 'HEAD~1'],
  ]);
  const described = graders.filter(({ title }) => title === TITLES.commit);
  const [verdict] = await judgeBy(described, { grade: GRADE, workspace: left });
  expect(verdict).toMatchObject({ passed: false, detail: expect.stringMatching(/^exit code 1$/) });
});

describe('the examples reject, without crashing,', () => {
  test.each(cases)('%s', async (_, title, left, complaint) => {
    const [verdict] = await judgeBy(
      graders.filter((grader) => grader.title === title),
      { grade: GRADE, workspace: { ...commit(), ...RIGHT, ...left } },
    );
    expect(verdict).toMatchObject({ passed: false, detail: expect.stringMatching(complaint) });
    expect(verdict?.detail).not.toMatch(/INJECTED|did not end/);
  });
});
