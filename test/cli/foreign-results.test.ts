import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPlan } from '../fixtures/plan.ts';
import { change, publishedRun } from '../fixtures/published-run.ts';
import { runAssay } from '../fixtures/run-assay.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();

/** A checkout whose author has put results into the folder that Assay uses by default. */
async function checkout(): Promise<{ cwd: string; results: string }> {
  const cwd = temporaryFolder();
  const results = join(cwd, 'results');
  mkdirSync(results);
  await publishedRun(results, plan);
  return { cwd, results };
}

const ENDLESS = `drop table runs; create view runs as
  with recursive n(i) as (select 1 union all select i + 1 from n)
  select i as id, '' as created_at, 'finished' as status, '{}' as plan, null as scorecard, null as seal from n`;

test('results that came with a checkout cannot hang a run', async () => {
  const { cwd, results } = await checkout();
  change(results, ENDLESS);
  const env = { DOCKER_HOST: 'unix:///nonexistent/docker.sock', ASSAY_STATE_DIR: join(cwd, 'state') };
  const ended = runAssay(['run', 'csv-tidy', '--dry-run'], { cwd, env });
  expect(ended).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(/is not as Assay makes it: it has another view "runs".*--results/s),
  });
});

test('a results folder that is a link is used only if it is named', async () => {
  const [cwd, elsewhere] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(elsewhere, join(cwd, 'results'));
  expect(await runAssayHere(['runs'], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/results is a link to .*--results/s),
  });
  expect(await runAssayHere(['runs', '--results', 'results'], { cwd })).toMatchObject({ status: 0 });
});

test('a suite is not written through a link that nobody has named', async () => {
  const [cwd, elsewhere] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(cwd, 'sheets'));
  writeFileSync(join(cwd, 'sheets/SKILL.md'), '---\nname: sheets\ndescription: Reads sheets.\n---\n');
  symlinkSync(elsewhere, join(cwd, 'sheets-suite'));
  expect(await runAssayHere(['init', 'sheets'], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/sheets-suite is a link to .* name the folder/),
  });
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('results from elsewhere are read as before', async () => {
  const { cwd } = await checkout();
  for (const command of ['runs', `show ${plan.runId}`, `rescore ${plan.runId}`, `report ${plan.runId}`])
    expect(await runAssayHere(command.split(' '), { cwd })).toMatchObject({ status: 0 });
});
