import { expect, test } from 'vitest';
import { dryRun } from '../../src/app/dry-run.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const OPTIONS = {
  ...{ suite: 'csv-tidy', agent: 'api-anthropic', model: 'scripted' },
  ...{ repeats: 1, concurrency: 1, parameters: {} },
};

test('a dry run that is interrupted gives no plan', async () => {
  const options = { ...OPTIONS, resultsDir: temporaryFolder() };
  expect((await dryRun(options, new AbortController().signal)).trials).not.toEqual([]);
  await expect(dryRun(options, AbortSignal.abort())).rejects.toMatchObject({ code: 'INTERRUPTED' });
});
