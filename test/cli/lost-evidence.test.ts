import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { openResults } from '../../src/store/open-results.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { blobFile, firstValue, publishedRun } from '../fixtures/published-run.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const COULD_NOT_MEASURE = 3;

/** Where the evidence of a trial is kept. */
function evidenceFile(results: string, trial: string): string {
  const digest = `select json_extract(record, '$.result.evidence') from trials where trial_id = '${trial}'`;
  return blobFile(results, firstValue(results, digest));
}

const plan = smallPlan();
const [lost, whole] = ['task:greet:with-skill:1', 'task:greet:baseline:1'];

async function recordedRun(): Promise<string> {
  const folder = temporaryFolder();
  await using store = await openResults(folder, 'writing');
  await store.createRun(plan);
  await store.saveTrial(measured(plan, whole));
  await store.saveTrial(measured(plan, lost));
  return folder;
}

const SPOILT: [string, (file: string) => void][] = [
  ['is missing', (file) => rmSync(file)],
  ['was changed', (file) => writeFileSync(file, '{}')],
];

describe.each(SPOILT)('when the evidence of one trial %s', async (_, spoil) => {
  test.each([
    ['show', ['show', plan.runId, '--json']],
    ['report', ['report', plan.runId, '--format', 'json']],
    ['rescore', ['rescore', plan.runId, '--json']],
  ])(
    '%s shows everything else, names the evidence and the next step, and exits with code 3',
    async (_name, args) => {
      const results = await recordedRun();
      spoil(evidenceFile(results, lost));
      const ended = await runAssayHere([...args, '--results', results]);
      expect(ended.status).toBe(COULD_NOT_MEASURE);
      expect(ended.stdout).toContain(whole);
      expect(ended.stdout).toContain('evidence-lost');
      expect(ended.stdout).toMatch(/The evidence sha256:[0-9a-f]{64} is (missing|not what was recorded)/);
      expect(ended.stdout).toContain(`assay run --resume ${plan.runId}`);
    },
  );

  test('runs still lists the run', async () => {
    const results = await recordedRun();
    spoil(evidenceFile(results, lost));
    const ended = await runAssayHere(['runs', '--results', results]);
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain('2/4');
  });
});

describe('a run whose with-skill evidence was lost after it was published', async () => {
  const INSUFFICIENT = /^Insufficient evidence: 1 of 1 task and 0 of 1 probe could not be scored\./;

  async function publishedAndLost(): Promise<string> {
    const results = temporaryFolder();
    await publishedRun(results, plan);
    expect((await runAssayHere(['runs', '--results', results])).stdout).not.toContain('insufficient');
    rmSync(evidenceFile(results, lost));
    return results;
  }

  test('is shown with a first line that says how much could not be scored', async () => {
    const ended = await runAssayHere(['show', plan.runId, '--results', await publishedAndLost()]);
    expect(ended).toMatchObject({ status: COULD_NOT_MEASURE, stdout: expect.stringMatching(INSUFFICIENT) });
  });

  test('is listed by runs as insufficient, in place of the published status', async () => {
    const ended = await runAssayHere(['runs', '--results', await publishedAndLost()]);
    expect(ended.stdout).toMatch(/–, insufficient.*evidence \(1 of 2.*not scored\)/s);
    const [run] = JSON.parse(
      (await runAssayHere(['runs', '--json', '--results', await publishedAndLost()])).stdout,
    );
    expect(run).toMatchObject({ utility: null, standing: { tasks: { lacking: 1, of: 1 } } });
  });
});

test('a resumed run repeats the trial whose evidence is lost, and no other', async () => {
  const folder = temporaryFolder();
  const results = join(folder, 'results');
  const env = { ASSAY_RESULTS: results, ASSAY_STATE_DIR: join(folder, 'state') };
  const first = await runAssayHere(['run', greeterSuite(folder), '--no-probes', '--json'], {
    env,
  });
  const { runId, tasks } = Scorecard.parse(JSON.parse(first.stdout));
  const trial = tasks[0]?.pairs[0]?.withSkill?.trial ?? '';
  rmSync(evidenceFile(results, trial));
  expect((await runAssayHere(['show', runId], { env })).status).toBe(COULD_NOT_MEASURE);

  const resumed = await runAssayHere(['run', '--resume', runId, '--json'], { env });
  expect(resumed).toMatchObject({ status: 0 });
  expect(resumed.stderr.match(/^\[ *\d+\/2\].*$/gm)).toEqual([
    expect.stringContaining('[2/2] task greet, with-skill: '),
  ]);
  expect(Scorecard.parse(JSON.parse(resumed.stdout)).trials).toMatchObject({ graded: 2, ungraded: 0 });
  expect((await runAssayHere(['show', runId], { env })).status).toBe(0);
  expect((await runAssayHere(['rescore', runId], { env })).status).toBe(0);
});
