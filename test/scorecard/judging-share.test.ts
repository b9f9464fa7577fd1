import { expect, test } from 'vitest';
import type { Judging } from '../../src/contracts/judging.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { modelCall, price } from '../fixtures/money.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const JUDGE = { provider: 'openai', model: 'model-x', simulated: false } as const;
const JUDGING: Judging = {
  ...{ title: 'warm', judge: JUDGE, criteria: [] },
  asked: [{ prompt: `sha256:${'0'.repeat(64)}`, usage: { inputTokens: 1, outputTokens: 1 }, problem: null }],
};
const setup = { agent: 'api-anthropic', agentVersion: '1', model: 'model-x', simulated: false };

function judged(record: TrialRecord, judgings: Judging[]): TrialRecord {
  if (record.result.status !== 'measured') return record;
  const verdict = { title: 'warm', passed: true, detail: '', difference: null, judgings };
  const graderVerdicts = [...record.result.graderVerdicts, verdict];
  return { ...record, result: { ...record.result, graderVerdicts } };
}

test('the scorecard says which share of the verdicts a model gave, and what judging took', () => {
  const plan = smallPlan({ judge: JUDGE, setup, prices: [price()] });
  const call = modelCall();
  const seen = { modelCalls: [call], requests: 1, judgeCalls: [call, call] };
  const records = [
    judged(measured(plan, 'task:greet:with-skill:1', seen), [JUDGING]),
    judged(measured(plan, 'task:greet:baseline:1', { modelCalls: [call], requests: 1 }), [
      { ...JUDGING, asked: [] },
    ]),
  ];
  const { judging, cost, comparison } = buildScorecard(plan, records, plan.parameters);
  const each = cost.baselineUsd ?? 0;
  expect(each).toBeGreaterThan(0);
  expect(judging).toEqual({
    ...{ ...JUDGE, verdicts: 4, byModel: 1, requests: 2, tokens: 2200 },
    costUsd: expect.closeTo(2 * each, 9),
  });
  expect(cost).toEqual({ baselineUsd: each, withSkillUsd: each, totalUsd: expect.closeTo(4 * each, 9) });
  expect(comparison.meanCostUsd).toEqual({ baseline: each, withSkill: each });
});

test('a scorecard without rubrics says nothing of a judge', () => {
  const plan = smallPlan();
  expect(buildScorecard(plan, [], plan.parameters)).not.toHaveProperty('judging');
});
