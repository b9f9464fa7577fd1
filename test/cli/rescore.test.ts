import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPlan } from '../fixtures/plan.ts';
import { blobFile, change, firstValue, publishedRun } from '../fixtures/published-run.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();
const EVIDENCE = "select json_extract(record, '$.result.evidence') from trials limit 1";

async function published() {
  const results = temporaryFolder();
  const { rootDigest } = await publishedRun(results, plan);
  const rescore = (...args: string[]) => runAssayHere(['rescore', plan.runId, '--results', results, ...args]);
  return { results, rootDigest: rootDigest ?? '', rescore };
}

test('an unchanged run is reported as matching its root digest', async () => {
  const { rootDigest, rescore } = await published();
  const ended = await rescore('--root', rootDigest);
  expect(ended.status).toBe(0);
  expect(ended.stdout).toMatch(new RegExp(`Root digest +${rootDigest}`));
  expect(ended.stderr).toContain(`The run matches its root digest ${rootDigest}.\n`);
  expect(ended.stderr).toMatch(/^The model traffic of these trials is not known, .*: probe:keeps-files:/m);
  expect(ended.stderr).toMatch(/\nThe recalculated scorecard equals the published one\.\n$/);
});

test('a changed run exits with code 1, names what changed, and shows no root digest', async () => {
  const { results, rootDigest, rescore } = await published();
  change(results, `update trials set record = replace(record, '"passed":true', '"passed":false')`);
  const ended = await rescore();
  expect(ended.status).toBe(1);
  expect(ended.stdout).not.toContain('Root digest');
  expect(ended.stderr).toContain(`The run does not match the root digest ${rootDigest}:\n`);
  expect(ended.stderr).toContain('- task:greet:with-skill:1, attempt 1, record: was changed\n');
  expect(ended.stderr).toMatch(/The recalculated scorecard differs from the published one in: .*tasks/);
});

test('control characters in the name of a part are shown as text', async () => {
  const { results, rescore } = await published();
  change(
    results,
    `insert into trials select run_id, 'task:\u001b[2J', 1, ended_at, status, record from trials limit 1`,
  );
  const { status, stderr } = await rescore();
  expect(status).toBe(1);
  expect(stderr).toMatch(/task:.*attempt 1, record: was added since/);
  expect(stderr).not.toContain('\u001b');
});

test('a root digest other than the published one exits with code 1', async () => {
  const { rescore } = await published();
  const another = `sha256:${'0'.repeat(64)}`;
  const ended = await rescore('--root', another);
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(`instead of ${another}`);
});

test('text that is not a digest is a usage error that says where to find one', async () => {
  const { rescore } = await published();
  const ended = await rescore('--root', 'abc');
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toContain('as a scorecard shows it');
});

test.each([
  ['missing exits with code 3', (file: string) => rmSync(file), 3],
  ['changed exits with code 1', (file: string) => writeFileSync(file, '{}'), 1],
])('evidence that is %s', async (_, spoil, status) => {
  const { results, rescore } = await published();
  spoil(blobFile(results, firstValue(results, EVIDENCE)));
  expect((await rescore()).status).toBe(status);
});

test('a run whose plan cannot be read is reported part by part, without a scorecard', async () => {
  const { results, rescore } = await published();
  change(results, `update runs set plan = '{'`);
  const ended = await rescore();
  expect(ended).toMatchObject({ status: 1, stdout: '' });
  expect(ended.stderr).toContain('- plan: parameters: is missing\n');
  expect(ended.stderr).toMatch(/No scorecard can be derived/);
});

test('missing published files are reported', async () => {
  const { results, rescore } = await published();
  rmSync(join(results, plan.runId), { recursive: true });
  const ended = await rescore();
  expect(ended.status).toBe(1);
  for (const name of ['seal.json', 'scorecard.json', 'scorecard.html'])
    expect(ended.stderr).toContain(`- ${name}: is missing\n`);
});

test.each([
  [
    'a record',
    `update trials set record = replace(record, '"passed":true', '"passed":false')`,
    /, record: was changed/,
  ],
  [
    'a measured trial',
    `delete from trials where trial_id = 'task:greet:with-skill:1'`,
    /, record: is missing/,
  ],
  ['the plan', `update runs set plan = json_set(plan, '$.seed', 'other')`, /plan: seed: was changed/],
])('a resume refuses to seal a run again after %s was changed', async (_, sql, told) => {
  const { results, rescore } = await published();
  change(results, sql);
  const before = (await rescore()).stderr;
  const ended = await runAssayHere(['run', '--resume', plan.runId, '--results', results]);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/was changed after it was published and cannot be resumed/);
  expect(ended.stderr).toMatch(told);
  expect((await rescore()).stderr).toBe(before);
});
