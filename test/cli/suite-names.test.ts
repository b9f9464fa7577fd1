import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** The folder of a stranger's skill, with a suite or a task that is called like one that comes with Assay. */
function checkout(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'csv-tidy'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

test.each([
  ['suite', { 'csv-tidy/suite.yaml': 'id: csv-tidy\n' }],
  ['task', { 'suite.yaml': 'id: other\n', 'csv-tidy/task.yaml': 'id: csv-tidy\n' }],
  ['folder of anything', {}],
])('a %s of the working folder does not stand in for a suite that comes with Assay', async (_what, files) => {
  const cwd = checkout(files);
  for (const args of [
    ['run', 'csv-tidy', '--dry-run'],
    ['check-suite', 'csv-tidy'],
  ]) {
    const { status, stderr } = await runAssayHere(args, { cwd });
    expect(stderr).toMatch(/"csv-tidy" comes with Assay, and a folder here has that name too/);
    expect(status).toBe(2);
  }
});

test('either of two suites of one name is run by its path', async () => {
  const cwd = temporaryFolder();
  cpSync('tasks/csv-tidy', join(cwd, 'csv-tidy'), { recursive: true });
  const env = { ASSAY_STATE_DIR: join(cwd, 'state') };
  expect(await runAssayHere(['run', './csv-tidy', '--dry-run'], { cwd, env })).toMatchObject({ status: 0 });
});
