import { expect, test } from 'vitest';
import { DryRun } from '../../../src/contracts/dry-run.ts';
import { renderDryRun } from '../../../src/report/dry-run/render-dry-run.ts';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';
import { price } from '../../fixtures/money.ts';
import { smallPlan } from '../../fixtures/plan.ts';

const { trials, suite, skill } = smallPlan();
const sum = { expected: 12_345, least: 9000, most: 15_000, trials: 3, restsOn: 28, otherSetups: 2 };
const small = { ...sum, expected: 0.0123, least: 0.009, most: 0.015 };

const planned = DryRun.parse({
  format: 'assay/dry-run@1',
  suite: { id: suite.id, title: suite.title },
  skill: { name: skill.name, source: skill.source, digest: skill.digest },
  checks: { verdict: 'fail', wouldRun: false },
  setup: { agent: 'api-anthropic', agentVersion: '1', model: 'model-x-20260102', simulated: false },
  judge: null,
  replays: null,
  seed: '7',
  repeats: 1,
  concurrency: 2,
  budget: { maxUsd: 0.01 },
  price: price(),
  trials,
  tokens: { estimate: sum, bound: null },
  requests: { estimate: { ...sum, expected: 20, least: 10, most: 30 }, bound: 40 },
  usd: { estimate: small, bound: 0.01 },
  agentSeconds: { estimate: { ...sum, expected: 64, least: 50, most: 80 }, bound: 240 },
  elapsedSeconds: { estimate: null, bound: null },
});

const options = { colour: false, columns: 100 };

test('a dry run matches its golden file', async () => {
  await expect(renderDryRun(planned, options)).toMatchFileSnapshot('../golden/dry-run.txt');
});

test('a narrow dry run matches its golden file and keeps its ids whole', async () => {
  const ids = ['probe:report-keeps-keys-out:with-skill:1', 'task:tidy-contacts:baseline:12'] as const;
  const [trial] = trials;
  const long = trial === undefined ? [] : ids.map((id) => ({ ...trial, id }));
  const narrow = renderDryRun({ ...planned, trials: long }, { colour: false, columns: 60 });
  for (const id of ids) expect(narrow).toContain(`  ${id}\n`);
  await expect(narrow).toMatchFileSnapshot('../golden/dry-run-narrow.txt');
});

test('no number is made up without an earlier run', () => {
  const unknown = { estimate: null, bound: null };
  const text = renderDryRun(
    {
      ...planned,
      price: null,
      replays: '/cassettes',
      tokens: unknown,
      requests: unknown,
      usd: unknown,
      agentSeconds: unknown,
    },
    options,
  );
  expect(text).toMatch(/tokens +not known +no bound\n/);
  expect(text).toMatch(/cost +not known +no bound\n/);
  expect(text).toContain('There is no earlier run to estimate from');
  expect(text).toMatch(/Price +not known\n/);
  expect(text).toMatch(/Answers +from the cassettes in \/cassettes; nothing is charged\n/);
});

test.each([60, 80, 120])('no line is wider than %d columns', (columns) => {
  const lines = renderDryRun(planned, { colour: false, columns }).split('\n');
  expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
});

test('a judge is stated beside the estimate, which does not include it', () => {
  const judge = { provider: 'openai', model: 'model-j', simulated: false, trials: 4, votes: 12 } as const;
  const text = renderDryRun({ ...planned, judge }, { colour: false, columns: 200 });
  expect(text).toContain(
    'model-j, openai: at most 12 questions about 4 trials, besides what is estimated below',
  );
});
