import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { effectiveLimits } from '../../src/contracts/limits.ts';
import { parseSuite } from '../../src/suites/read-suite.ts';
import { parseTask, readTaskFolder } from '../../src/suites/read-task-folder.ts';
import { suiteDigest } from '../../src/suites/suite-digest.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const TASK = `id: sum-orders
level: common
objective: Sums per region
prompt: Sum the orders.
expected: totals.json holds the sums.
graders:
  - kind: file-content
    title: totals.json is as expected
    path: totals.json
    equalsFile: totals.json
  - kind: command-exit
    title: The check passes
    command: python3 /grade/check.py
`;

test('a task is parsed, with the defaults of its graders', () => {
  const task = parseTask(TASK, 'tasks/orders/sum-orders/task.yaml');
  expect(task).toMatchObject({ id: 'sum-orders', level: 'common', limits: {} });
  expect(task.graders[1]).toMatchObject({ exitCode: 0, timeoutSeconds: 60 });
});

test('a task whose id differs from the name of its folder is refused at its id', () => {
  expect(() => parseTask(TASK, 'tasks/orders/sum-order/task.yaml')).toThrow(
    'tasks/orders/sum-order/task.yaml:1:5: "id": expected sum-order, the name of its folder, found "sum-orders"',
  );
});

test.each([
  ['two expectations', 'equalsFile: a', 'equalsFile: a, equals: b', /exactly one of equalsFile, equals/],
  ['no expectation', 'equalsFile: a', '', /exactly one of equalsFile, equals/],
  [
    'a path out of the workspace',
    'path: a',
    'path: ../a',
    /"graders\[0\]\.path": expected a path without "\.\."/,
  ],
  ['an absolute path', 'path: a', 'path: /a', /"graders\[0\]\.path": expected a relative path/],
  [
    'a broken regular expression',
    'equalsFile: a',
    'matches: "(a"',
    /"graders\[0\]\.matches": expected a regular/,
  ],
  [
    'a regular expression with a lookahead',
    'equalsFile: a',
    'matches: "a(?=b)"',
    /task\.yaml:\d+:\d+: "graders\[0\]\.matches": expected .*no lookaround.*`\(\?=`.*, found "a\(\?=b\)"/,
  ],
  [
    'a regular expression with a backreference',
    'equalsFile: a',
    String.raw`matches: '(a)\1'`,
    /"graders\[0\]\.matches": expected .*no backreferences.*`\\1`/,
  ],
])('a grader with %s is refused', (_what, from, to, message) => {
  const grader = '{kind: file-content, title: t, path: a, equalsFile: a}'.replace(from, to);
  const text = TASK.replace(/graders:.*/s, `graders:\n  - ${grader}\n`);
  expect(() => parseTask(text, 'sum-orders/task.yaml')).toThrow(message);
});

test('a task that sets no limits keeps those of its suite', () => {
  const suite = parseSuite(
    'id: orders\ntitle: Orders\ndescription: About orders\nlimits: {maxRequests: 7}\n',
    'orders/suite.yaml',
  );
  const task = parseTask(TASK, 'orders/sum-orders/task.yaml');
  expect(effectiveLimits(suite.limits, task.limits).maxRequests).toBe(7);
});

describe('a task whose user answers', () => {
  const GRADERS = 'graders: [{kind: file-content, title: t, path: a, absent: true}]\n';
  const HEAD = TASK.replace(/graders:.*/s, GRADERS);

  function folderOf(turns: string, files: Readonly<Record<string, string>>): string {
    const folder = join(temporaryFolder(), 'sum-orders');
    for (const [path, text] of Object.entries({ 'task.yaml': `${HEAD}turns: ${turns}\n`, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  test('has turns, and the files that arrive with them', async () => {
    const files = { 'turns/late/in/a.csv': 'a\n', 'workspace/in/a.csv': 'b\n' };
    const task = await readTaskFolder(folderOf('[{when: "(a|b)", say: A}, {say: B, files: late}]', files));
    expect(task?.task.turns).toEqual([
      { when: '(a|b)', say: 'A' },
      { say: 'B', files: 'late' },
    ]);
    expect(task?.arrivals).toMatchObject([{ name: 'late', files: [{ path: 'in/a.csv' }] }]);
  });

  const missing =
    /task\.yaml:\d+:\d+: "turns\[0\]\.files": expected the name of a folder with files in turns\/.*found "late"/;

  test.each([
    ['a folder that is not there', '[{say: A, files: late}]', {}, missing],
    ['a folder that nothing lies in', '[{say: A, files: late}]', { 'turns/other/x': '' }, missing],
    [
      'a folder that no turn names',
      '[{say: A}]',
      { 'turns/late/x': '' },
      /turns\/late: expected a turn .*"files: late"/,
    ],
    [
      'a file in the place of a folder',
      '[{say: A, files: late}]',
      { 'turns/late/in': '', 'workspace/in/a.csv': '' },
      /expected in to be a file or a folder, found both/,
    ],
    [
      'a condition that RE2 does not take',
      '[{say: A, when: "a(?=b)"}]',
      {},
      /"turns\[0\]\.when": expected a regular/,
    ],
    ['a turn without words', '[{say: ""}]', {}, /"turns\[0\]\.say": expected text that is not empty/],
    ['no turns', '[]', {}, /"turns": expected a list that is not empty/],
  ])('is refused with %s', async (_what, turns, files, message) => {
    await expect(readTaskFolder(folderOf(turns, files))).rejects.toThrow(message);
  });

  test('has another digest once a file that arrives differs', async () => {
    const digests = await Promise.all(
      ['a', 'b', 'a'].map(async (content) => {
        const task = await readTaskFolder(folderOf('[{say: A, files: late}]', { 'turns/late/x': content }));
        const skill = { folder: null, source: 's', files: [] };
        const suite = parseSuite(
          'id: orders\ntitle: Orders\ndescription: About orders\n',
          'orders/suite.yaml',
        );
        return suiteDigest({ suite, skill, environment: [], tasks: [task ?? expect.unreachable()] });
      }),
    );
    expect(digests[0]).toBe(digests[2]);
    expect(digests[0]).not.toBe(digests[1]);
  });
});
