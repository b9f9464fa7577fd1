import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPublished } from '../../src/app/published-files.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { publishedRun } from '../fixtures/published-run.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();

test.each(['scorecard.html', 'seal.json'])('%s is not written through a link', async (name) => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(folder, plan.runId));
  symlinkSync(join(elsewhere, 'made'), join(folder, plan.runId, name));
  await expect(publishedRun(folder, plan)).rejects.toThrow(/expected a file, found a link/);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a published file is not read through a link, which may never end', async () => {
  const folder = temporaryFolder();
  await publishedRun(folder, plan);
  const place = { resultsDir: folder, runId: plan.runId };
  const file = join(folder, plan.runId, 'seal.json');
  expect(readPublished(place, 'seal.json')).toBe(readFileSync(file, 'latin1'));
  renameSync(file, join(folder, 'seal.json'));
  symlinkSync(join(folder, 'seal.json'), file);
  expect(readPublished(place, 'seal.json')).toBeNull();
});
