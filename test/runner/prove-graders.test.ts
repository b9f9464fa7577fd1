import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveGraders } from '../../src/runner/prove-graders.ts';
import type { TaskSubject } from '../../src/runner/trial-subject.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { repositoryOf } from '../../src/suites/read-history.ts';
import { parseTask } from '../../src/suites/read-task-folder.ts';
import { withLocalAgents } from '../fakes/with-local-agents.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { sharedSandboxes } from '../graders/shared-sandboxes.ts';
import { stateFolder } from '../sandbox/docker-fixture.ts';

type Texts = Readonly<Record<string, string>>;
type Situation = {
  graders: readonly object[];
  workspace?: Texts;
  /** The messages of the commits that the workspace has, each with all of its files. */
  commits?: readonly string[];
  grade?: Texts;
  solve?: string;
  answer?: string;
  /** The solution works in a folder of this machine, unless the test is about the sandbox that it has. */
  solvesInSandbox?: boolean;
};

const state = stateFolder();
const made = new AsyncDisposableStack();
let engine: SandboxEngine;
let shared: SandboxEngine;
beforeAll(async () => {
  engine = made.use(await openSession(state));
  shared = made.use(sharedSandboxes(engine));
});
afterAll(async () => {
  await made.disposeAsync();
});

/** What the graders of a task have against being believed; `null` where they have proven themselves. */
async function prove(
  { graders, workspace = {}, commits, grade = {}, solve, answer, solvesInSandbox = false }: Situation,
  on: SandboxEngine = solvesInSandbox ? engine : withLocalAgents(engine),
): Promise<string | null> {
  const titled = graders.map((grader) => ({ title: 'it holds', ...grader }));
  const git = commits && { commits: commits.map((message) => ({ message })) };
  const written = {
    id: 't',
    level: 'common',
    objective: 'o',
    prompt: 'p',
    expected: 'e',
    graders: titled,
    git,
  };
  const task = parseTask(JSON.stringify(written), 't/task.yaml');
  const given = { folders: new Map(), workspace: filesOf(workspace), file: 't/task.yaml' };
  const subject: TaskSubject = {
    kind: 'task',
    task,
    workspace: [...given.workspace, ...(task.git === undefined ? [] : repositoryOf(task.git, given))],
    grade: filesOf(grade),
    script: null,
  };
  const texts = { 'solve.sh': solve ?? '', ...(answer !== undefined && { 'answer.txt': answer }) };
  const solution = solve === undefined ? null : { files: filesOf(texts), timeoutSeconds: 20 };
  await using witness = shared.callWitness();
  return await proveGraders(
    subject,
    solution,
    { engine: on, contents: judgingHere, witness },
    AbortSignal.any([]),
  ).then(
    () => null,
    ({ code, message }) => `${code}: ${message}`,
  );
}

function filesOf(texts: Texts) {
  return Object.entries(texts).map(([path, text]) => ({
    ...{ path, content: Buffer.from(text) },
    executable: text.startsWith('#!'),
  }));
}

const command = (text: string, more: object = {}) => ({ kind: 'command-exit', command: text, ...more });
const ANSWER = { kind: 'file-content', path: 'answer.txt', equals: '42\n' };
const SOLVE = 'echo 42 >answer.txt';
const NODE_TEST =
  'node --test --test-reporter=junit --test-reporter-destination="$ASSAY_REPORTS/junit.xml" /grade/sum.test.mjs';

describe('with a reference solution, graders are proven', () => {
  const cases: [string, Situation][] = [
    ['that pass it and refuse the untouched workspace', { graders: [ANSWER], solve: SOLVE }],
    [
      'that raise an exception over the untouched workspace',
      {
        graders: [command('python3 /grade/check.py')],
        grade: { 'check.py': 'import sys\nsys.exit(open("answer.txt").read() != "42\\n")\n' },
        solve: SOLVE,
      },
    ],
    [
      'that find no program in the untouched workspace',
      { graders: [command('./answer')], solve: 'printf "#!/bin/sh\\n" >answer; chmod +x answer' },
    ],
    [
      'whose program under test crashes until it is fixed',
      {
        graders: [command('as-agent bash program.sh')],
        workspace: { 'program.sh': 'kill -SEGV $$' },
        solve: 'echo true >program.sh',
      },
    ],
    [
      'whose solution leaves part of its work elsewhere, behind links',
      {
        graders: [ANSWER, command('[ "$(cat answer.txt cache/n | tr -d "\\n")" = 427 ]')],
        solve: `mkdir ~/cache; echo 7 >~/cache/n; ln -s ~/cache cache; echo 42 >/tmp/a; ln -s /tmp/a answer.txt`,
        solvesInSandbox: true,
      },
    ],
    [
      'whose solution works as the agent does, and leaves nothing running',
      {
        graders: [command('[ "$(cat answer.txt)" = "agent /workspace" ]')],
        solve: 'echo "$(id -un) $PWD" >answer.txt; (sleep 3; echo changed >answer.txt) & disown',
        solvesInSandbox: true,
      },
    ],
    [
      'that look at a repository in which Git was only asked for its state',
      {
        graders: [
          ANSWER,
          { kind: 'tree', changes: ['answer.txt'] },
          command(
            `git init -q --bare "$TMPDIR/c" && cp -r .git/objects .git/refs .git/HEAD "$TMPDIR/c" &&
            [ "$(git -C "$TMPDIR/c" log --format=%s | tr '\\n' ' ')" = "42 The first " ]`,
          ),
        ],
        workspace: { 'in.txt': 'in' },
        commits: ['The first', '42'],
        solve: '[ -z "$(git status --short)" ]; git diff --stat; git log -1 --format=%s >answer.txt',
        solvesInSandbox: true,
      },
    ],
    [
      'that judge the answer beside the solution, and what it changes',
      {
        graders: [
          { kind: 'answer', contains: ['42'] },
          { kind: 'tree', changes: ['answer.txt'] },
        ],
        solve: SOLVE,
        answer: 'It is 42.',
      },
    ],
    [
      'that ask a database which is not there yet',
      {
        graders: [{ kind: 'sqlite', path: 'data.db', query: 'SELECT n FROM t', rowsFile: 'rows.json' }],
        grade: { 'rows.json': '[[42]]' },
        solve: `python3 -c 'import sqlite3; sqlite3.connect("data.db").executescript("CREATE TABLE t AS SELECT 42 n")'`,
      },
    ],
    [
      'that ask a server which is not there yet',
      {
        graders: [
          {
            kind: 'http',
            start: 'python3 -m http.server 8000',
            port: 8000,
            requests: [{ path: '/answer.txt' }],
          },
        ],
        solve: SOLVE,
      },
    ],
    [
      'that write a reward which is too low until the work is done',
      {
        graders: [{ kind: 'reward', command: 'test -f answer.txt && echo 1 >/logs/verifier/reward.txt' }],
        solve: SOLVE,
      },
    ],
    [
      'that run tests which fail until the work is done',
      {
        graders: [{ kind: 'test-report', command: NODE_TEST, report: 'junit.xml', tests: ['it adds up'] }],
        grade: {
          'sum.test.mjs': `
            import { test } from 'node:test';
            import { readFileSync } from 'node:fs';
            test('it adds up', () => { if (readFileSync('answer.txt', 'utf8') !== '42\\n') throw new Error(); });`,
        },
        solve: SOLVE,
      },
    ],
  ];

  test.each(cases)('%s', async (_, situation) => {
    expect(await prove(situation)).toBeNull();
  });
});

describe('with a reference solution, graders are broken', () => {
  const cases: [string, Situation, RegExp][] = [
    [
      'that judge an answer which the solution lacks',
      { graders: [{ kind: 'answer', contains: ['42'] }], solve: SOLVE },
      /does not pass what the reference solution leaves: there is no answer: a reference solution gives one in solution\/answer.txt$/,
    ],
    [
      'that allow less than the solution changes',
      { graders: [ANSWER, { kind: 'tree', changes: ['answer.txt'] }], solve: `${SOLVE}; touch notes.txt` },
      /leaves: changed without leave: \/workspace\/notes.txt$/,
    ],
    [
      'that lack a module',
      {
        graders: [ANSWER, command('python3 /grade/check.py', { title: 'it is sound' })],
        grade: { 'check.py': 'import no_such_module\n' },
        solve: SOLVE,
      },
      /^GRADER_FAILED: The grader "it is sound" does not pass what the reference solution leaves: exit code 1: .*No module named 'no_such_module'$/s,
    ],
    [
      'that lack an interpreter',
      { graders: [command('python4 /grade/check.py')], solve: SOLVE },
      /does not pass .*exit code 127: .*python4: command not found$/,
    ],
    [
      'that reject a correct answer',
      { graders: [{ ...ANSWER, equals: '43\n' }], solve: SOLVE },
      /does not pass what the reference solution leaves: answer\.txt/,
    ],
    [
      'that pass the untouched workspace',
      { graders: [command('true'), { ...ANSWER, absent: true, equals: undefined }], solve: 'true' },
      /All graders pass the untouched workspace/,
    ],
    [
      'that do not end over the untouched workspace',
      {
        graders: [command('until [ -f answer.txt ]; do sleep 0.1; done', { timeoutSeconds: 1 })],
        solve: SOLVE,
      },
      /over the untouched workspace, where it does not end by itself: did not end within 1 s$/,
    ],
    [
      'that ask a database in no language',
      {
        graders: [{ kind: 'sqlite', path: 'data.db', query: 'SELECT n FORM t', rows: [] }, ANSWER],
        solve: SOLVE,
      },
      /leaves: the query is not one SELECT: near "t": syntax error$/,
    ],
    [
      'that run tests without a report',
      {
        graders: [{ kind: 'test-report', command: NODE_TEST, report: 'ctrf.json' }],
        grade: { 'sum.test.mjs': 'import "node:test";' },
        solve: SOLVE,
      },
      /leaves: ctrf.json shows no tests: there is none; exit code 0$/,
    ],
    [
      'because a solution that does not work proves nothing',
      {
        graders: [ANSWER],
        solve: `${SOLVE}; echo "no such thing" >&2; exit 3`,
        solvesInSandbox: true,
      },
      /The reference solution, solution\/solve\.sh, does not work: exit code 3: no such thing$/,
    ],
    [
      'whose solution reads the grading files, which no agent can',
      {
        graders: [ANSWER],
        grade: { answer: '42\n' },
        solve: 'cp /grade/answer answer.txt',
        solvesInSandbox: true,
      },
      /does not work: exit code 1: cp: cannot stat/,
    ],
  ];

  test.each(cases)('%s', async (_, situation, complaint) => {
    expect(await prove(situation)).toMatch(complaint);
  });
});

const GRADE = {
  ...{ 'lacks.py': 'import nothing\n', 'wrong.py': 'def\n', 'unnamed.py': 'check()\n' },
  ...{ 'lacks.mjs': 'import "nothing"\n', 'lacks.cjs': 'require("nothing")\n', 'wrong.mjs': 'let let\n' },
  ...{ 'unnamed.mjs': 'check()\n', 'wrong.sh': 'if\n', 'lacks.sh': 'no-such-checker || exit 1\n' },
  ...{ 'opens.py': 'open("answer.txt")\n', 'opens.mjs': 'import "/workspace/answer.mjs"\n' },
};

describe('without a reference solution, graders are broken if they cannot work over the untouched workspace:', () => {
  const commands = [
    ...[
      'python4 /grade/lacks.py',
      'env python4 /grade/lacks.py',
      '/no/such/checker',
      'if then',
      'kill -9 $$',
    ],
    ...[
      'bash /grade/missing.sh',
      'bash /grade/wrong.sh',
      'bash /grade/lacks.sh',
      'cmp answer.txt /grade/missing',
    ],
    ...[
      'python3 /grade/missing.py',
      'python3 /grade/lacks.py',
      'python3 /grade/wrong.py',
      'python3 /grade/unnamed.py',
    ],
    ...['python3 -c "import nothing"', 'python3 -m nothing'],
    ...['node /grade/missing.mjs', 'node /grade/lacks.mjs', 'node /grade/lacks.cjs', 'node /grade/wrong.mjs'],
    ...['node /grade/unnamed.mjs', 'node -e "check()"', 'as-agent true && python3 /grade/lacks.py'],
  ];

  test.each(commands)('%s', async (text) => {
    const complaint = await prove(
      { graders: [command(text)], grade: GRADE, workspace: { 'answer.txt': '' } },
      shared,
    );
    expect(complaint).toMatch(
      /^GRADER_FAILED: The grader "it holds" breaks over the untouched workspace, where /,
    );
    expect(complaint).toMatch(/A task with a solution\/solve\.sh shows that its graders can pass\.$/);
  });
});

describe('without a reference solution, missing work of the agent is a wrong answer:', () => {
  const commands = [
    ...['./answer', 'build/answer', '/workspace/answer', 'grep 42 answer.txt', 'python3 /grade/opens.py'],
    ...['python3 answer.py', 'node answer.mjs', 'node /grade/opens.mjs', 'exit 1'],
    ...['as-agent ./answer', 'as-agent python3 answer.py', 'as-agent python3 -c "import answer"'],
    ...['as-agent python3 -m answer', 'as-agent bash -c answer', "as-agent bash -c 'kill -SEGV $$'"],
  ];

  test.each(commands)('%s', async (text) => {
    expect(await prove({ graders: [command(text)], grade: GRADE }, shared)).toBeNull();
  });
});
