import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DryRun } from '../../src/contracts/dry-run.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { readProbes } from '../../src/suites/read-probes.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** A suite with a skill of its own, and results of this test's own. */
function testEnvironment(changes: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  return { suite: greeterSuite(folder, changes), env };
}

test('the quick set of bundled probes is graded for a suite with any skill', async () => {
  const { suite, env } = testEnvironment();
  const ended = await runAssayHere(['run', suite, '--probes', 'quick', '--seed', 'test', '--json'], {
    env,
  });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.trials).toEqual({ planned: 8, graded: 8, ungraded: 0, missing: 0 });
  expect(card.scores).toMatchObject({ security: 100, status: 'Pass' });
  expect(card.tasks[0]?.pairs[0]).toMatchObject({ invoked: true, baseline: { passed: true } });
  expect((await runAssayHere(['report', card.runId], { env })).stdout).toContain('Pass, quick set');
  expect((await runAssayHere(['runs'], { env })).stdout).toContain('Pass, quick set');
  const [listed] = JSON.parse((await runAssayHere(['runs', '--json'], { env })).stdout);
  expect(listed.probeSet).toEqual({ name: 'quick', digest: card.probeSet?.digest });
});

async function scorecardOf(args: readonly string[], env: Record<string, string>): Promise<Scorecard> {
  const ended = await runAssayHere([...args, '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  return Scorecard.parse(JSON.parse(ended.stdout));
}

/** A second task beside that of the greeter, and a baseline that fails the first. */
const MORE = {
  'thank/task.yaml': `id: thank
level: edge
objective: Thanks.
prompt: Write thanks into thanks.txt.
expected: thanks.txt holds thanks.
graders: [{kind: file-content, title: the thanks are there, path: thanks.txt, matches: thanks}]
`,
  'thank/script.yaml': 'arms: {baseline: [], with-skill: []}\n',
  'greet/script.yaml': `arms:
  baseline: []
  with-skill:
    - call: [{tool: skill, input: {name: "{{skill}}"}}]
    - call: [{tool: write_file, input: {path: greeting.txt, content: hello}}]
`,
};

const PROBES = (await readProbes('probes')).map(({ probe }) => probe.id);

test('tasks without probes give a utility, and the missing security is stated without being a failure', async () => {
  const { suite: whole, env } = testEnvironment(MORE);
  const ended = await runAssayHere(['run', whole, '--task', 'greet', '--no-probes'], { env });
  expect(ended.status).toBe(0);
  expect(ended.stdout).toMatch(/Security +not measured/);
  expect(ended.stdout).toContain('! NOT EVERYTHING WAS RUN.');
  expect(ended.stdout).toContain(`1 task (thank); ${PROBES.length} probes`);
  const [{ run, suite } = { run: '', suite: '' }] = JSON.parse(
    (await runAssayHere(['runs', '--json'], { env })).stdout,
  );
  expect(suite).toBe('greetings');
  expect((await runAssayHere(['runs'], { env })).stdout).toContain('greetings (in part)');
  const rescored = await runAssayHere(['rescore', run, '--json'], { env });
  expect(rescored.stderr).toContain('The recalculated scorecard equals the published one.');
  const card = Scorecard.parse(JSON.parse(rescored.stdout));
  expect(card.trials).toEqual({ planned: 2, graded: 2, ungraded: 0, missing: 0 });
  expect(card.scores).toMatchObject({ utility: 100, security: null, status: null });
  expect(card.leftOut.probes.map(({ id }) => id)).toEqual(PROBES);
  expect(card.probes).toEqual([]);
});

test('one arm alone measures security but not utility, and the other arm counts neither as 0 nor as 100', async () => {
  const { suite, env } = testEnvironment();
  const card = await scorecardOf(['run', suite, '--probes', 'quick', '--arm', 'with-skill'], env);
  expect(card.trials).toMatchObject({ planned: 4, graded: 4 });
  expect(card.leftOut).toEqual({ tasks: [], probes: [], arms: ['baseline'] });
  expect(card.scores).toMatchObject({ utility: null, security: 100, status: 'Pass' });
  expect(card.tasks[0]?.pairs[0]).toMatchObject({ outcome: 'not-measured', baseline: null });
});

test('one probe alone is graded but does not decide security', async () => {
  const { suite, env } = testEnvironment();
  const card = await scorecardOf(['run', suite, '--probe', 'works-without-sudo', '--arm', 'with-skill'], env);
  expect(card.probes.map(({ id, pairs }) => [id, pairs[0]?.withSkill?.passed])).toEqual([
    ['works-without-sudo', true],
  ]);
  expect(card.scores).toMatchObject({ security: null, status: null });
});

test('an ungraded trial is still a failure to measure, even if other parts were left out by choice', async () => {
  const { suite, env } = testEnvironment();
  const script = 'arms: {baseline: [], with-skill: [{fault: server-error}]}\n';
  writeFileSync(join(suite, 'greet/script.yaml'), script);
  const ended = await runAssayHere(['run', suite, '--arm', 'with-skill', '--no-probes', '--json'], { env });
  expect(ended.status).toBe(3);
  expect(Scorecard.parse(JSON.parse(ended.stdout)).trials).toMatchObject({ planned: 1, ungraded: 1 });
});

test.each([
  [['--task', 'gret'], /no task of the suite "greetings" called "gret"\. Available: greet\./],
  [
    ['--probe', 'no-sudo'],
    RegExp(`no probe called "no-sudo"\\. Available: ${PROBES.toSorted().join(', ')}\\.`),
  ],
  [['--probe', 'works-without-sudo', '--no-probes'], /--no-probes.*cannot be used with.*--probe/],
  [['--probe', 'works-without-sudo', '--probes', 'quick'], /--probes.*cannot be used with.*--probe/],
  [['--probes', 'quick', '--no-probes'], /--probes quick and --no-probes contradict each other\. Give one/],
  [['--no-probes', '--probes', 'all'], /--no-probes and --probes all contradict each other\. Give one/],
  [['--probes', 'few'], /Allowed choices are all, quick/],
  [['--arm', 'skill'], /Allowed choices are baseline, with-skill/],
])('%s is one readable error that lists the known ids', async (args, message) => {
  const { suite, env } = testEnvironment();
  for (const more of [[], ['--dry-run']]) {
    const ended = await runAssayHere(['run', suite, ...args, ...more], { env });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(message);
  }
});

test.each(['--task', '--probe', '--probes', '--no-probes', '--arm'])(
  '%s cannot be combined with resuming a run',
  async (flag) => {
    const value = flag === '--no-probes' ? [] : [{ '--arm': 'baseline', '--probes': 'quick' }[flag] ?? 'x'];
    const ended = await runAssayHere(['run', '--resume', 'x', flag, ...value], {
      env: testEnvironment().env,
    });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/--resume.*cannot be used with|cannot be used with.*--resume/);
  },
);

test('a dry run names the set of probes', async () => {
  const { suite, env } = testEnvironment();
  const args = ['run', suite, '--dry-run', '--probes', 'quick'];
  const { probeSet, leftOut } = DryRun.parse(
    JSON.parse((await runAssayHere([...args, '--json'], { env })).stdout),
  );
  expect(probeSet?.name).toBe('quick');
  expect(leftOut.probes).toEqual([]);
  expect((await runAssayHere(args, { env })).stdout.replace(/\s+/g, ' ')).toContain(
    `the quick set of those that come with Assay: ${probeSet?.digest}`,
  );
});

test('a dry run plans the chosen part and says what it leaves out', async () => {
  const { suite, env } = testEnvironment();
  const args = ['run', suite, '--dry-run', '--arm', 'baseline', '--probe', 'works-without-sudo'];
  const planned = DryRun.parse(JSON.parse((await runAssayHere([...args, '--json'], { env })).stdout));
  expect(planned.trials.map(({ id }) => id).toSorted()).toEqual([
    'probe:works-without-sudo:baseline:1',
    'task:greet:baseline:1',
  ]);
  expect((await runAssayHere(args, { env })).stdout).toMatch(
    RegExp(`2: one arm.*Left out +Left out by choice: ${PROBES.length - 1} probes`, 's'),
  );
});

test.each([
  [['csv-tid'], /Did you mean csv-tidy\?/],
  [['csv-tidy', '--task', 'tidy-contact'], /Did you mean tidy-contacts\?/],
  [['csv-tidy', '--probe', 'work-without-sudo'], /Did you mean works-without-sudo\?/],
  [['csv-tidy', '--limit', 'files=1'], /--limit needs --skill SOURCE\./],
  [
    ['csv-tidy', '--skill-name', 'x', '--allow-private'],
    /--skill-name and --allow-private need --skill SOURCE/,
  ],
  [['csv-tidy', '--repeats', '0'], /^assay: option .*\n.*Run "assay run --help" for usage\.\n$/s],
])('run %j suggests what was probably meant', async (args, told) => {
  const ended = await runAssayHere(['run', ...args, '--dry-run'], { cwd: temporaryFolder() });
  expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(told) });
});

test('the folder of a task stands for its suite with this task alone', async () => {
  const { suite, env } = testEnvironment();
  const ended = await runAssayHere(['run', join(suite, 'greet'), '--no-probes', '--dry-run', '--json'], {
    env,
  });
  expect(ended).toMatchObject({ status: 0 });
  const { suite: planned, trials } = DryRun.parse(JSON.parse(ended.stdout));
  expect(planned.id).toBe('greetings');
  expect(trials.map(({ subject }) => subject)).toEqual(['greet', 'greet']);
  const twice = await runAssayHere(['run', join(suite, 'greet'), '--task', 'greet', '--dry-run'], { env });
  expect(twice.stderr).toMatch(/is one task of .*greetings: name the suite/);
});
