import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { PRICES, pricedProvider } from '../fakes/priced-provider.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayBeside } from '../fixtures/run-assay.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
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
  const ended = await runAssayBeside(['run', greeterSuite(folder), ...some, ...model, '--json'], env);
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
  expect(await runAssayHere(['rescore', card.runId, '--json'], { env })).toMatchObject({
    status: 0,
    stdout: ended.stdout,
  });
  expect((await runAssayHere(['report', card.runId], { env })).stdout).toMatch(
    /cost +\$0\.0048 +\$0\.0048\n +cost of greet +\$0\.0048 +\$0\.0048\n/,
  );
  expect(readFileSync(join(results, card.runId, 'scorecard.html'), 'utf8')).toContain('$0.0048');
  expect((await runAssayHere(['show', card.runId], { env })).stdout).toMatch(
    /greet:baseline:1\s[^\n]*\$0\.0048 /,
  );
  const one = await runAssayHere(['show', card.runId, '--trial', 'task:greet:baseline:1'], { env });
  expect(one.stdout).toMatch(/claude-x-20260102 +200 +1,000 +400 +0 +100 .*\$0\.0024\n/);
});

test('a scripted answer has an unknown cost, not a cost of zero', async () => {
  const folder = temporaryFolder();
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  const ended = await runAssayHere(['run', greeterSuite(folder), '--no-probes'], { env });
  expect(ended.stdout).toMatch(/cost +not known +not known\n/);
  expect(ended.stdout).not.toContain('$');
});
