import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AGENTS } from '../../src/agents/registry.ts';
import { checkFormats } from '../../src/report/check-formats.ts';
import { reportFormats } from '../../src/report/report-formats.ts';
import { type Ended, runAssay } from '../fixtures/run-assay.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const USAGE = 2;
const COULD_NOT_MEASURE = 3;

const scoreInput = {
  tasks: [
    {
      id: 't1',
      invoked: true,
      baseline: { success: true, tokens: 9, seconds: 9 },
      withSkill: { success: true, tokens: 9, seconds: 9 },
    },
  ],
  groups: {},
};

/** A copy of the bundled suite in which one thing is wrong. */
function brokenSuite(breakIt: (dir: string) => void): string {
  const dir = join(temporaryFolder(), 'csv-tidy');
  cpSync('tasks/csv-tidy', dir, { recursive: true });
  breakIt(dir);
  return dir;
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function expectOneReadableError({ status, stdout, stderr }: Ended, exitCode: number): void {
  expect(stderr).not.toMatch(/\n\s+at |node:internal|\[object/);
  expect({ status, stdout }).toEqual({ status: exitCode, stdout: '' });
}

test('the version is the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(runAssay(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test('help shows examples and exit codes', async () => {
  const { status, stdout } = await runAssayHere(['--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Examples:.*assay run.*Exit codes:/s);
});

test.each(['run', 'setup'])('the help of %s names every agent', async (command) => {
  const { stdout } = await runAssayHere([command, '--help']);
  expect(AGENTS.filter(({ id }) => !stdout.includes(id))).toEqual([]);
});

test('the help of report and check names every format', async () => {
  const report = (await runAssayHere(['report', '--help'])).stdout;
  expect(reportFormats.filter(({ name }) => !report.includes(name))).toEqual([]);
  const check = (await runAssayHere(['check', '--help'])).stdout;
  const options = checkFormats.filter(({ name }) => check.includes(`--${name} `)).map(({ name }) => name);
  expect(['terminal', ...options]).toEqual(checkFormats.map(({ name }) => name));
});

/** Whatever the surroundings of the tests have. */
const NO_ACCESS = { ANTHROPIC_API_KEY: '', ANTHROPIC_API_KEY_FILE: '', ANTHROPIC_BASE_URL: '' };

test.each([
  ['an unknown command', ['frobnicate'], /unknown command/],
  ['an unknown option', ['runs', '--frobnicate'], /unknown option/],
  ['an invalid number', ['run', 'csv-tidy', '--repeats', 'many'], /whole number from 1 to 100/],
  ['a parameter out of range', ['score', '-', '--eta', '200'], /--eta/],
  ['a missing suite', ['run', 'no/such/suite'], /no\/such\/suite/],
  ['no suite at all', ['run'], /No suite given/],
  ['a suite together with --resume', ['run', 'csv-tidy', '--resume', 'x'], /not both/],
  [
    'an option that the plan has already fixed',
    ['run', '--resume', 'x', '--repeats', '3'],
    /--repeats.*--resume|--resume.*--repeats/,
  ],
  ...['--model', '--record', '--replay', '--providers', '--prices'].map(
    (option): [string, string[], RegExp] => [
      `${option} of a variable that is not set`,
      ['run', 'csv-tidy', option, ''],
      /'' is invalid\. Expected text that is not empty/,
    ],
  ),
  ['a model without access', ['run', 'csv-tidy', '--model', 'gpt-99'], /gpt-99.*scripted/],
  ['an unknown agent', ['run', 'csv-tidy', '--agent', 'nobody'], /nobody.*api-anthropic/],
  ['an unknown agent to set up', ['setup', '--agent', 'nobody'], /Unknown agent "nobody". Available: api-/],
  [
    'an unknown format',
    ['report', 'x', '--format', 'pdf'],
    /Unknown format "pdf"\. Available: terminal, json, html/,
  ],
  ['a missing skill', ['run', 'csv-tidy', '--skill', './no/such/skill'], /no\/such\/skill/],
  ['missing evidence', ['score', 'no-such-file.json'], /no-such-file\.json/],
  ['an unknown schema', ['schema', 'nothing'], /trial-record/],
])('%s is one readable error with exit code 2', async (_, args, message) => {
  const ended = await runAssayHere(args, { env: { ASSAY_RESULTS: temporaryFolder(), ...NO_ACCESS } });
  expectOneReadableError(ended, USAGE);
  expect(ended.stderr).toMatch(message);
});

test.each(['show', 'report', 'rescore'])('%s of an unknown run says where to find runs', async (command) => {
  const ended = await runAssayHere([command, 'no-such-run', '--results', temporaryFolder()]);
  expectOneReadableError(ended, USAGE);
  expect(ended.stderr).toMatch(/no-such-run.*assay runs/);
});

test.each([
  [
    'broken YAML',
    (dir: string) => edit(join(dir, 'suite.yaml'), (text) => `${text}\nbroken: [`),
    /suite\.yaml:\d+:\d+/,
  ],
  [
    'an unknown key',
    (dir: string) => edit(join(dir, 'merge-months/task.yaml'), (text) => `${text}\ncolour: red\n`),
    /task\.yaml:\d+:\d+.*"colour"/,
  ],
  [
    'an unknown level',
    (dir: string) =>
      edit(join(dir, 'merge-months/task.yaml'), (text) => text.replace('level: common', 'level: hard')),
    /task\.yaml:\d+:\d+.*"level".*common.*edge.*"hard"/,
  ],
  [
    'a task without its file',
    (dir: string) => rmSync(join(dir, 'merge-months/task.yaml')),
    /merge-months.*task\.yaml/,
  ],
  [
    'a task without a script for the scripted model',
    (dir: string) => rmSync(join(dir, 'merge-months/script.yaml')),
    /merge-months.*script\.yaml/,
  ],
])('a suite with %s is refused before anything runs', async (_, breakIt, message) => {
  const ended = await runAssayHere(['run', brokenSuite(breakIt), '--results', temporaryFolder()]);
  expectOneReadableError(ended, USAGE);
  expect(ended.stderr).toMatch(message);
});

test('a skill that fails the static checks is not run', async () => {
  const dir = brokenSuite((suite) =>
    edit(join(suite, 'skill/SKILL.md'), (text) => text.replace(/^name:.*$/m, 'name: Not A Name')),
  );
  const ended = await runAssayHere(['run', dir, '--results', temporaryFolder()]);
  expectOneReadableError(ended, 1);
  expect(ended.stderr).toMatch(/SKILL\.md:2:\d+.*--force/s);
});

test('without a Docker engine, a run fails with advice', async () => {
  const env = { DOCKER_HOST: 'unix:///nonexistent/docker.sock', ASSAY_RESULTS: temporaryFolder() };
  const ended = await runAssayHere(['run', 'csv-tidy'], { env });
  expectOneReadableError(ended, COULD_NOT_MEASURE);
  expect(ended.stderr).toMatch(/nonexistent.*DOCKER_HOST/);
});

test('the origin of an error is shown with --debug', async () => {
  expect((await runAssayHere(['schema', 'nothing', '--debug'])).stderr).toMatch(/\n\s+at /);
});

test('scores are printed plainly when piped, and as JSON on request', () => {
  const input = JSON.stringify(scoreInput);
  const plain = runAssay(['score', '-', '--alpha', '10'], { input });
  expect(plain.status).toBe(0);
  expect(plain.stdout).toMatch(/50\.0.*not measured.*α 10/s);
  expect(plain.stdout).not.toContain('\u001b');
  const json = JSON.parse(runAssay(['score', '-', '--json'], { input }).stdout);
  expect(json).toMatchObject({ utility: 50, security: null, parameters: { eta: 50, epsilon: 1 } });
});

test('invalid evidence is refused with its position', () => {
  const input = JSON.stringify({ ...scoreInput, tasks: [{ id: 't1' }] }, null, 2);
  const ended = runAssay(['score', '-'], { input });
  expectOneReadableError(ended, USAGE);
  expect(ended.stderr).toMatch(/-:\d+:\d+.*invoked/);
});

test('a schema is JSON Schema with a title', async () => {
  expect(JSON.parse((await runAssayHere(['schema', 'task'])).stdout)).toMatchObject({
    title: 'Assay task',
    type: 'object',
  });
});

test('an empty results folder is described in words', async () => {
  expect((await runAssayHere(['runs', '--results', temporaryFolder()])).stdout).toMatch(/No runs yet/);
});

test('doctor marks what is wrong as a problem, rather than as missing', () => {
  const ended = runAssay(['doctor'], { env: { DOCKER_HOST: 'tcp://127.0.0.1:1' } });
  expect(ended.status).toBe(COULD_NOT_MEASURE);
  expect(ended.stdout).toMatch(/^ {2}problem +Docker engine/m);
  expect(ended.stdout).toMatch(/^ {2}problem +Leftover sandboxes/m);
});
