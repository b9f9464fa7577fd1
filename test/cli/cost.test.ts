import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { PRICES, pricedProvider } from '../fakes/priced-provider.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { runAssay, runAssayBeside } from '../fixtures/run-assay.ts';
import { smallSuite } from '../fixtures/small-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('a run shows its cost per request, trial, arm and in total, and later without the prices file too', async () => {
  const folder = temporaryFolder();
  const results = join(folder, 'results');
  const prices = join(folder, 'prices.yaml');
  writeFileSync(prices, PRICES);
  await using server = await startUpstreamServer(pricedProvider);
  const env = {
    ANTHROPIC_BASE_URL: server.url,
    ASSAY_RESULTS: results,
    ASSAY_STATE_DIR: join(folder, 'state'),
  };
  const model = ['--model', 'claude-x-20260102', '--prices', prices];
  const some = ['--probe', 'works-without-sudo'];
  const ended = await runAssayBeside(['run', smallSuite(folder), ...some, ...model, '--json'], env);
  const card = Scorecard.parse(JSON.parse(ended.stdout));
  expect(server.seen).toHaveLength(8);
  expect(card.cost).toEqual({
    baselineUsd: expect.closeTo(0.0096, 9),
    withSkillUsd: expect.closeTo(0.0096, 9),
    totalUsd: expect.closeTo(0.0192, 9),
  });
  const perTrial = { baseline: expect.closeTo(0.0048, 9), withSkill: expect.closeTo(0.0048, 9) };
  expect(card.tasks.map(({ meanCostUsd }) => meanCostUsd)).toEqual([perTrial]);
  expect(card.comparison.meanCostUsd).toEqual(perTrial);
  expect(card.prices.map(({ model, date }) => [model, date])).toEqual([['claude-x', '2026-01-02']]);

  writeFileSync(prices, '');
  expect(runAssay(['rescore', card.runId, '--json'], { env })).toMatchObject({
    status: 0,
    stdout: ended.stdout,
  });
  expect(runAssay(['report', card.runId], { env }).stdout).toMatch(
    /cost +\$0\.0048 +\$0\.0048\n +cost of tidy-contacts +\$0\.0048 +\$0\.0048\n/,
  );
  expect(readFileSync(join(results, card.runId, 'scorecard.html'), 'utf8')).toContain('$0.0048');
  expect(runAssay(['show', card.runId], { env }).stdout).toMatch(
    /tidy-contacts:baseline:1\s[^\n]*\$0\.0048 /,
  );
  const one = runAssay(['show', card.runId, '--trial', 'task:tidy-contacts:baseline:1'], { env });
  expect(one.stdout).toMatch(/claude-x-20260102 +200 +1,000 +400 +0 +100 .*\$0\.0024\n/);
});

test('a scripted answer has an unknown cost, not a cost of zero', () => {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  const ended = runAssay(['run', smallSuite(folder), '--no-probes'], { env });
  expect(ended.stdout).toMatch(/cost +not known +not known\n/);
  expect(ended.stdout).not.toContain('$');
});
