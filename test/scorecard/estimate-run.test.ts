import { expect, test } from 'vitest';
import type { Evidence } from '../../src/contracts/evidence.ts';
import type { RunPlan } from '../../src/contracts/plan.ts';
import { estimateRun, isComparable } from '../../src/scorecard/estimate-run.ts';
import { modelCall, price } from '../fixtures/money.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const live = { agent: 'api-anthropic', agentVersion: '1', model: 'model-x', simulated: false };
const plan = smallPlan({ setup: live, prices: [price()], concurrency: 2 });

const IDS = plan.trials.map(({ id }) => id);

/** A run in which each trial made one request, of that many tokens in and 100 out. */
function earlier(tokens: number, of: Partial<RunPlan> = {}, ids: readonly string[] = IDS) {
  const its = smallPlan({ setup: live, ...of });
  const modelCalls = [modelCall({ model: its.setup.model }, { inputTokens: tokens })];
  const usage = { inputTokens: tokens, outputTokens: 100 };
  const evidence: Partial<Evidence> = { modelCalls, usage, seconds: 3 };
  const records = ids.map((id) => ({
    ...measured(its, id, evidence),
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: '2026-01-02T03:04:09.000Z',
  }));
  return { plan: its, records };
}

test('an estimate is the mean of earlier trials, with their range and number, at current prices', () => {
  const measures = estimateRun(plan, [earlier(1000), earlier(3000)]);
  const all = { trials: 4, restsOn: 8, otherSetups: 0 };
  expect(measures.tokens.estimate).toEqual({ expected: 8400, least: 4400, most: 12_400, ...all });
  expect(measures.requests.estimate).toEqual({ expected: 4, least: 4, most: 4, ...all });
  expect(measures.usd.estimate).toEqual({
    expected: expect.closeTo(0.02, 9),
    least: expect.closeTo(0.012, 9),
    most: expect.closeTo(0.028, 9),
    ...all,
  });
  expect(measures.agentSeconds.estimate).toMatchObject({ expected: 12 });
  expect(measures.elapsedSeconds.estimate).toMatchObject({ expected: 8 });
});

const other = { ...live, model: 'model-y' };

test('runs of the same agent and model take precedence over others', () => {
  const both = [earlier(1000), earlier(9000, { setup: other })];
  expect(estimateRun(plan, both).tokens.estimate).toMatchObject({ expected: 4400, otherSetups: 0 });
});

test('if only another model has run, it is the basis of the estimate, at the planned model’s price', () => {
  const { tokens, usd } = estimateRun(plan, [earlier(1000, { setup: other })]);
  expect(tokens.estimate).toMatchObject({ expected: 4400, otherSetups: 4 });
  expect(usd.estimate?.expected).toBeCloseTo(0.012, 9);
});

test('trials that were never run are not in any sum', () => {
  const [first = ''] = IDS;
  const { tokens } = estimateRun(plan, [earlier(1000, {}, [first])]);
  expect(tokens.estimate).toMatchObject({ expected: 1100, trials: 1, restsOn: 1 });
});

test('no number is made up without a recorded run', () => {
  const measures = estimateRun(plan, [earlier(1000, {}, [])]);
  expect(Object.values(measures).map(({ estimate }) => estimate)).toEqual([null, null, null, null, null]);
});

test.each([
  ['the same suite with another model', { setup: other }, true],
  ['a run with the scripted model', { setup: { ...live, simulated: true } }, false],
  ['another suite', { suite: { ...plan.suite, id: 'other' } }, false],
])('whether %s is comparable with a plan: %#', (_, overrides, expected) => {
  expect(isComparable(smallPlan({ setup: live, ...overrides }), plan)).toBe(expected);
});

test('a trial that faulted, or that its run’s budget cut short, is no basis for an estimate', () => {
  const { plan: its, records } = earlier(1000);
  const budgetReached = { of: 'run' as const, what: 'usd' as const, max: 1 };
  const result = { status: 'faulted' as const, reason: 'sandbox-failed' as const, detail: '' };
  const useless = records.map((record, index) =>
    index === 0 ? { ...record, result } : measured(its, record.trial.id, { budgetReached }),
  );
  expect(estimateRun(plan, [{ plan: its, records: useless }]).tokens.estimate).toBeNull();
});

test('an unknown cost has no estimate, but the other measures do', () => {
  const unpriced = { ...plan, prices: [] };
  const { usd, tokens } = estimateRun(unpriced, [earlier(1000)]);
  expect([usd.estimate, tokens.estimate?.expected]).toEqual([null, 4400]);
});
