import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openResults } from '../../src/store/open-results.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a run that cannot be read is listed with the reason, beside the others', async () => {
  const folder = temporaryFolder();
  {
    await using store = await openResults(folder, 'writing');
    await store.createRun(smallPlan());
    await store.createRun(smallPlan({ runId: 'broken' }));
  }
  const database = new BetterSqlite3(join(folder, 'assay.db'));
  database.exec(`update runs set plan = '{"runId": 1}' where id = 'broken'`);
  database.close();
  const ended = await runAssayHere(['runs', '--results', folder]);
  expect(ended).toMatchObject({ status: 0, stderr: 'To resume a run: assay run --resume RUN\n' });
  expect(ended.stdout).toMatch(/20260102-030405-abcdef +interrupted +greeter/);
  expect(ended.stdout).toMatch(/broken +unreadable/);
  expect(ended.stdout).toMatch(
    /The plan of run broken cannot be read: "runId": expected text, found the number/,
  );
  const listed = JSON.parse((await runAssayHere(['runs', '--results', folder, '--json'], {})).stdout);
  expect(listed).toMatchObject([{ state: 'interrupted' }, { run: 'broken', state: 'unreadable' }]);
  const shown = await runAssayHere(['report', 'broken', '--results', folder]);
  expect(shown).toMatchObject({ status: 3, stdout: '' });
  expect(shown.stderr).toMatch(/^assay: The plan of run broken cannot be read: [^\n{]+\n$/);
});
test.each([
  [['runs'], 0],
  [['runs', '--json'], 0],
  [['show', 'x'], 2],
  [['show', 'x', '--trial', 'y', '--wire'], 2],
  [['report', 'x'], 2],
  [['rescore', 'x'], 2],
  [['run', '--resume', 'x'], 2],
])('%s creates no results folder if there is none, and says where it looked', async (args, status) => {
  const folder = join(temporaryFolder(), 'none', 'below');
  const ended = await runAssayHere(args, { env: { ASSAY_RESULTS: folder } });
  expect(ended.status).toBe(status);
  if (!args.includes('--json')) expect(ended.stdout + ended.stderr).toContain(folder);
  expect(existsSync(folder)).toBe(false);
});

test.each([['runs'], ['show', 'x'], ['report', 'x'], ['rescore', 'x']])(
  '%s refuses a given results folder that does not exist',
  async (...args) => {
    const folder = join(temporaryFolder(), 'rezults');
    const ended = await runAssayHere([...args, '--results', folder]);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(`There is no results folder at ${folder}.`);
  },
);

test('a file in place of the results folder is one readable error', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  const ended = await runAssayHere(['runs', '--results', file]);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/a-file.*is not a folder.*--results/);
});
