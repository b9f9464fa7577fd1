import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { runEnvironment } from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const TASK = `id: greet
level: common
objective: Greets.
prompt: Write a greeting into greeting.txt.
expected: greeting.txt holds hello.
graders: [{kind: command-exit, title: the greeting is checked, command: python3 /grade/check.py}]
`;
const BROKEN = {
  'greet/task.yaml': TASK,
  'greet/grade/check.py': 'import no_such_module\n',
  'greet/solution/solve.sh': 'echo hello >greeting.txt\n',
};
const withoutEngine = { DOCKER_HOST: 'unix:///nonexistent/docker.sock' };

test('a suite whose graders are all broken exits with code 3 and names each grader and its fault', async () => {
  const env = runEnvironment();
  const suite = greeterSuite(temporaryFolder(), BROKEN);
  const ended = await runAssayHere(['run', suite, '--probes', 'quick', '--json'], { env });
  expect(ended).toMatchObject({ status: 3 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.trials).toEqual({ planned: 8, graded: 0, ungraded: 2, missing: 6 });
  expect(card.scores).toMatchObject({ utility: null, security: null });
  const detail = expect.stringMatching(
    /^The grader "the greeting is checked" .*No module named 'no_such_module'$/s,
  );
  expect(card.ungraded.toSorted((a, b) => (a.trial < b.trial ? -1 : 1))).toEqual([
    { trial: 'task:greet:baseline:1', reason: 'grader-crashed', detail },
    { trial: 'task:greet:with-skill:1', reason: 'grader-crashed', detail },
  ]);
  expect(ended.stderr).toMatch(
    /graders of task greet cannot decide it.*The grader "the greeting is checked"/,
  );

  const rescored = await runAssayHere(['rescore', card.runId, '--json'], {
    env: { ...env, ...withoutEngine },
  });
  expect(rescored.stdout).toBe(ended.stdout);
});

test('once a reference solution is fixed, the run can be resumed where it stopped', async () => {
  const env = runEnvironment();
  const suite = greeterSuite(temporaryFolder(), {
    ...BROKEN,
    'greet/grade/check.py': 'open("greeting.txt")\n',
  });
  const solve = join(suite, 'greet/solution/solve.sh');
  writeFileSync(solve, 'exit 1\n');
  const first = Scorecard.parse(
    JSON.parse((await runAssayHere(['run', suite, '--no-probes', '--json'], { env })).stdout),
  );
  expect(first.ungraded[0]?.detail).toMatch(/^The reference solution, solution\/solve\.sh, does not work/);
  writeFileSync(solve, BROKEN['greet/solution/solve.sh']);
  const second = await runAssayHere(['run', '--resume', first.runId, '--json'], { env });
  expect(second).toMatchObject({ status: 0 });
  expect(JSON.parse(second.stdout).trials).toEqual({ planned: 2, graded: 2, ungraded: 0, missing: 0 });
});

test('a solution folder without its script is refused before anything runs, and a dry run proves no graders', async () => {
  const env = runEnvironment();
  const suite = greeterSuite(temporaryFolder(), BROKEN);
  expect(
    await runAssayHere(['run', suite, '--dry-run'], { env: { ...env, ...withoutEngine } }),
  ).toMatchObject({
    status: 0,
  });
  const without = greeterSuite(temporaryFolder(), { 'greet/solution/notes.md': 'To do.' });
  const ended = await runAssayHere(['run', without], { env });
  expect(ended).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /solution\/solve\.sh: expected the script that solves the task, found nothing there/,
    ),
  });
});

test('a task without a solution is named before the run, by show and on the scorecard', async () => {
  const env = runEnvironment();
  const grader = "{kind: command-exit, title: it greets, command: 'grep hello greeting.txt'}";
  const task = [
    ...['id: greet', 'level: common', 'objective: Greets.'],
    'prompt: Write a greeting into greeting.txt.',
  ];
  const suite = greeterSuite(temporaryFolder(), {
    'greet/task.yaml': [...task, 'expected: greeting.txt holds hello.', `graders: [${grader}]`].join('\n'),
  });
  const notice =
    'There is no reference solution for greet, so a grader that breaks is counted as a wrong answer.';
  const dry = await runAssayHere(['run', suite, '--dry-run'], { env: { ...env, ...withoutEngine } });
  expect(dry.stdout.replace(/\s+/g, ' ')).toContain(notice);
  const ran = await runAssayHere(['run', suite, '--no-probes'], { env });
  expect(ran.stderr).toContain(`${notice}\n`);
  expect(ran.stdout.replace(/\s+/g, ' ')).toContain(notice);

  const solved = greeterSuite(temporaryFolder(), { 'greet/solution/solve.sh': 'echo hello >greeting.txt\n' });
  for (const proven of [solved, 'csv-tidy'])
    expect((await runAssayHere(['run', proven, '--dry-run'], { env })).stdout).not.toContain('No solution');
});
