import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { ratesSuite } from '../fixtures/rates-suite.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

function testEnvironment() {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  return { suite: ratesSuite(folder), env };
}

test('a skill for a service is proven, compared and shown over fixtures of that service', async () => {
  const { suite, env } = testEnvironment();
  const checked = await runAssayHere(['check-suite', suite, '--allow-small'], { env });
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('proven') });
  const ended = await runAssayHere(['run', suite, '--no-probes', '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.scores.utility).toBe(100);
  expect(card.suite.network).toEqual({ fixtures: ['convert'], hosts: [], unopened: [], secrets: [] });
  const shown = async (arm: string) =>
    (await runAssayHere(['show', card.runId, '--trial', `task:convert:${arm}:1`], { env })).stdout;
  expect(await shown('with-skill')).toMatch(/https GET +rates\.example:443\/v2\/EUR-USD +fixture/);
  expect(await shown('baseline')).toMatch(/https GET +rates\.example:443\/latest +fixture/);
  expect(await shown('baseline')).toMatch(/https GET +other\.example:443\/ +denied/);
  expect((await runAssayHere(['report', card.runId], { env })).stdout).toMatch(
    /Network +answered by fixtures in convert/,
  );
});

test('a task decides for itself what it can reach', async () => {
  const { suite, env } = testEnvironment();
  appendFileSync(join(suite, 'convert', 'task.yaml'), 'network: { kind: deny }\n');
  const checked = await runAssayHere(['check-suite', suite, '--allow-small'], { env });
  expect(checked).toMatchObject({ status: 1, stdout: expect.stringContaining('solve.sh, does not work') });
});

test('a host that is not opened has to be one that is allowed', async () => {
  const { suite, env } = testEnvironment();
  const file = join(suite, 'suite.yaml');
  const [head = ''] = readFileSync(file, 'utf8').split('network:');
  writeFileSync(file, `${head}network: { kind: allow, hosts: [a.example], unopened: [b.example] }\n`);
  const ended = await runAssayHere(['check-suite', suite], { env });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/suite\.yaml:4:\d+: .*unopened.*entries of hosts, written in the same way/s);
});

function withSecret(suite: string, hosts: string): void {
  const file = join(suite, 'suite.yaml');
  const [head = ''] = readFileSync(file, 'utf8').split('network:');
  const network = `network: { kind: allow, hosts: [rates.example] }`;
  writeFileSync(file, `${head}${network}\nsecrets: [{ name: RATES_KEY, hosts: [${hosts}] }]\n`);
}

test.each([
  ['that is not set', {}, 'RATES_KEY: it is not set.'],
  ['that is too short', { RATES_KEY: 'abc' }, 'RATES_KEY: its value has fewer than 8 characters.'],
  ['that fits in no header', { RATES_KEY: 'two words' }, 'RATES_KEY: its value has characters'],
])('a secret %s ends a run before it starts, and its value is not shown', async (_what, own, problem) => {
  const { suite, env } = testEnvironment();
  withSecret(suite, 'rates.example');
  const ended = await runAssayHere(['run', suite, '--secret', 'RATES_KEY'], { env: { ...env, ...own } });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toContain('The suite "rates" needs a secret for rates.example');
  expect(ended.stderr).toContain(problem);
  for (const value of Object.values(own)) expect(ended.stderr).not.toContain(value);
});

test.each(['run', 'check-suite'])('%s takes no secret that was not allowed by its name', async (command) => {
  const { suite, env } = testEnvironment();
  withSecret(suite, 'rates.example');
  const provided = { ...env, RATES_KEY: 'value-that-nobody-sees' };
  const ended = await runAssayHere([command, suite], { env: provided });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toContain('RATES_KEY, for rates.example');
  expect(ended.stderr).toContain('add --secret RATES_KEY');
  const other = await runAssayHere([command, suite, '--secret', 'HOME'], { env: provided });
  expect(other.stderr).toContain('--secret HOME: the suite "rates" asks for no such secret.');
});

test('tasks run with a secret, whatever its variable is called, and no file holds its value', async () => {
  const { suite, env } = testEnvironment();
  withSecret(suite, 'rates.example');
  rmSync(join(suite, 'convert', 'solution'), { recursive: true });
  const value = 'value-that-nobody-sees';
  const allowed = ['--secret', 'RATES_KEY'];
  const provided = { ...env, RATES_KEY: value };
  const ended = await runAssayHere(['run', suite, '--no-probes', '--json', ...allowed], { env: provided });
  expect(ended.stderr).toContain('The secret RATES_KEY can be sent to rates.example.');
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.trials).toMatchObject({ planned: 2, graded: 2 });
  expect(card.suite.network).toMatchObject({ hosts: ['rates.example'], secrets: ['RATES_KEY'] });
  const files = readdirSync(env.ASSAY_RESULTS, { recursive: true, withFileTypes: true });
  const contents = files.flatMap((file) =>
    file.isFile() ? `${readFileSync(join(file.parentPath, file.name))}` : [],
  );
  expect(contents.length).toBeGreaterThan(3);
  expect(contents.filter((content) => content.includes(value))).toEqual([]);
});

test('a resumed run needs its secret again, and without it nothing is started or lost', async () => {
  const { suite, env } = testEnvironment();
  withSecret(suite, 'rates.example');
  rmSync(join(suite, 'convert', 'solution'), { recursive: true });
  const provided = { ...env, RATES_KEY: 'value-that-nobody-sees' };
  const options = ['--no-probes', '--json', '--concurrency', '1', '--max-requests', '2'];
  const first = await runAssayHere(['run', suite, '--secret', 'RATES_KEY', ...options], { env: provided });
  const { runId, trials } = Scorecard.parse(JSON.parse(first.stdout));
  expect(trials.graded).toBeLessThan(2);
  const resume = ['run', '--resume', runId, '--max-requests', '100', '--json'];

  const records = async () => (await runAssayHere(['show', runId, '--json'], { env })).stdout;
  const before = await records();
  const refused = await runAssayHere(resume, { env });
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain(
    'The suite "rates" needs a secret for rates.example in the environment variable RATES_KEY: it is not set.',
  );
  expect(await records()).toBe(before);

  const ended = await runAssayHere(resume, { env: provided });
  expect(ended.stderr).toContain('The secret RATES_KEY can be sent to rates.example.');
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.trials).toMatchObject({ planned: 2, graded: 2 });
});

test('a secret is for hosts that the network leads to', async () => {
  const { suite, env } = testEnvironment();
  withSecret(suite, 'other.example');
  const ended = await runAssayHere(['check-suite', suite], { env });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/suite\.yaml:5:\d+: .*a host that network allows/s);
});
