import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { PRICES, pricedProvider } from '../fakes/priced-provider.ts';
import { startUpstreamServer, type UpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayBeside } from '../fixtures/run-assay.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** One task, three times: six trials of two requests, each of which costs $0.0024. */
const MODEL = 'claude-x';

function testEnvironment(server: UpstreamServer, extra = '') {
  const folder = temporaryFolder();
  const prices = join(folder, 'prices.yaml');
  writeFileSync(prices, PRICES);
  const env = {
    ANTHROPIC_BASE_URL: server.url,
    ASSAY_RESULTS: join(folder, 'results'),
    ASSAY_STATE_DIR: join(folder, 'state'),
  };
  const suite = greeterSuite(folder);
  appendFileSync(join(suite, 'suite.yaml'), extra);
  const some = ['--no-probes', '--repeats', '3'];
  const run = ['run', suite, ...some, '--prices', prices, '--concurrency', '1', '--json'];
  return { env, run: [...run, '--model', MODEL, '--seed', 'test'] };
}

function cardIn(stdout: string): Scorecard {
  return Scorecard.parse(JSON.parse(stdout));
}

test('a run that uses up its dollars stops, explains how to resume, and resumes with a larger budget', async () => {
  await using server = await startUpstreamServer(pricedProvider);
  const { env, run } = testEnvironment(server);
  const cut = await runAssayBeside([...run, '--max-usd', '0.012'], env);
  const card = cardIn(cut.stdout);
  expect(cut.status).toBe(3);
  expect(server.seen).toHaveLength(5);
  expect(card.trials).toMatchObject({ planned: 6, missing: 3 });
  expect(card.budgetReached).toEqual({ of: 'run', what: 'usd', max: 0.012 });
  expect(card.cost.totalUsd).toBeCloseTo(0.012, 9);
  const arms = [...card.tasks, ...card.probes].flatMap(({ pairs }) =>
    pairs.flatMap(({ baseline, withSkill }) => [baseline, withSkill]),
  );
  expect(arms.filter((arm) => arm === null)).toHaveLength(3);
  const { runId } = card;
  expect(cut.stderr).toContain(
    `3 of 6 trials were not run, and running trials were cut short: the run's budget of $0.012 is used up. Resume it with: assay run --resume ${runId} --max-usd N, with N above what was used, which is 0.012 or more\n`,
  );
  expect((await runAssayHere(['report', runId], { env })).stdout).toContain(
    "3 not run: the run's budget of $0.012",
  );
  expect(JSON.parse((await runAssayHere(['runs', '--json'], { env })).stdout)[0]).toMatchObject({
    state: 'interrupted',
  });

  const still = await runAssayBeside(['run', '--resume', runId, '--json'], env);
  expect(still).toMatchObject({ status: 3, stdout: cut.stdout });
  expect(server.seen).toHaveLength(5);

  const rest = await runAssayBeside(['run', '--resume', runId, '--max-usd', '1', '--json'], env);
  expect(server.seen).toHaveLength(5 + 2 * 4);
  expect(cardIn(rest.stdout)).toMatchObject({ trials: { missing: 0 }, budgetReached: null });
  expect(cardIn(rest.stdout).cost.totalUsd).toBeCloseTo(13 * 0.0024, 9);
  expect(await runAssayHere(['rescore', runId, '--json'], { env })).toMatchObject({
    status: 0,
    stdout: rest.stdout,
  });
});

test('a recording that its run budget cut short is replayed to the same end', async () => {
  await using server = await startUpstreamServer(pricedProvider);
  const { env, run } = testEnvironment(server);
  const cassettes = join(env.ASSAY_RESULTS, 'cassettes');
  const bounded = [...run, '--max-requests', '5'];
  const recorded = cardIn((await runAssayBeside([...bounded, '--record', cassettes], env)).stdout);
  const replayed = cardIn((await runAssayBeside([...bounded, '--replay', cassettes], env)).stdout);
  expect(server.seen).toHaveLength(5);
  expect(recorded).toMatchObject({ trials: { missing: 3 }, budgetReached: { what: 'requests' } });
  expect(replayed).toMatchObject({
    trials: recorded.trials,
    budgetReached: recorded.budgetReached,
    cost: recorded.cost,
  });
});

test('the budgets in a suite limit its trials and its run', async () => {
  await using server = await startUpstreamServer(pricedProvider);
  const { env, run } = testEnvironment(server, 'limits:\n  maxUsd: 0.002\nbudget:\n  maxRequests: 5\n');
  const card = cardIn((await runAssayBeside(run, env)).stdout);
  expect(server.seen).toHaveLength(5);
  expect(card.budgetReached).toEqual({ of: 'run', what: 'requests', max: 5 });
  const [pair] = card.tasks.flatMap(({ pairs }) => pairs);
  const reason = "budget: the trial's budget of $0.002 was used up";
  expect([pair?.baseline, pair?.withSkill]).toContainEqual(
    expect.objectContaining({ passed: false, reason, requests: 1 }),
  );
});

test('a suite with a budget in dollars runs with the scripted model, which costs nothing', async () => {
  await using server = await startUpstreamServer(pricedProvider);
  const { env, run } = testEnvironment(server, 'limits:\n  maxUsd: 0.002\nbudget:\n  maxUsd: 1\n');
  const scripted = run.map((word) => (word === MODEL ? 'scripted' : word));
  const ended = await runAssayBeside([...scripted, '--dry-run'], env);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({ budget: { maxUsd: null }, price: null });
});

test('a budget in dollars for a model without a known price is refused before anything is spent', async () => {
  await using server = await startUpstreamServer(pricedProvider);
  const { env, run } = testEnvironment(server);
  const ended = await runAssayBeside([...run, '--model', 'claude-y', '--max-usd', '1'], env);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/"claude-y" is not\. Give it with --prices FILE/);
  expect(server.seen).toEqual([]);
  expect(existsSync(env.ASSAY_RESULTS)).toBe(false);
});
