import { expect, test } from 'vitest';
import { effectiveLimits } from '../../src/contracts/limits.ts';
import { parseSuite } from '../../src/suites/read-suite.ts';
import { parseTask } from '../../src/suites/read-task-folder.ts';

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
