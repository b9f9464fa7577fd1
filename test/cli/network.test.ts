import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { ratesSuite } from '../fixtures/rates-suite.ts';
import { runAssay } from '../fixtures/run-assay.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

function testEnvironment() {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  return { suite: ratesSuite(folder), env };
}

test('a skill for a service is proven, compared and shown over fixtures of that service', () => {
  const { suite, env } = testEnvironment();
  const checked = runAssay(['check-suite', suite, '--allow-small'], { env });
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('proven') });
  const ended = runAssay(['run', suite, '--no-probes', '--json'], { env });
  expect(ended).toMatchObject({ status: 0 });
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(card.scores.utility).toBe(100);
  expect(card.suite.network).toEqual({ fixtures: ['convert'], hosts: [], unopened: [] });
  const shown = (arm: string) =>
    runAssay(['show', card.runId, '--trial', `task:convert:${arm}:1`], { env }).stdout;
  expect(shown('with-skill')).toMatch(/https GET +rates\.example:443\/v2\/EUR-USD +fixture/);
  expect(shown('baseline')).toMatch(/https GET +rates\.example:443\/latest +fixture/);
  expect(shown('baseline')).toMatch(/https GET +other\.example:443\/ +denied/);
  expect(runAssay(['report', card.runId], { env }).stdout).toMatch(
    /Network +answered by fixtures in convert/,
  );
});

test('a task decides for itself what it can reach', () => {
  const { suite, env } = testEnvironment();
  appendFileSync(join(suite, 'convert', 'task.yaml'), 'network: { kind: deny }\n');
  const checked = runAssay(['check-suite', suite, '--allow-small'], { env });
  expect(checked).toMatchObject({ status: 1, stdout: expect.stringContaining('solve.sh, does not work') });
});

test('a host that is not opened has to be one that is allowed', () => {
  const { suite, env } = testEnvironment();
  const file = join(suite, 'suite.yaml');
  const [head = ''] = readFileSync(file, 'utf8').split('network:');
  writeFileSync(file, `${head}network: { kind: allow, hosts: [a.example], unopened: [b.example] }\n`);
  const ended = runAssay(['check-suite', suite], { env });
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/suite\.yaml:4:\d+: .*unopened.*entries of hosts, written in the same way/s);
});
