import { expect, test } from 'vitest';
import type { ModelCall } from '../../src/contracts/model-call.ts';
import { pricesAsked, runCost, trialCost } from '../../src/scorecard/trial-cost.ts';
import { modelCall, price } from '../fixtures/money.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const other = price({ model: 'model-y' });
const plan = smallPlan({ prices: [other, price()] });

function recordOf(id: string, modelCalls: ModelCall[], requests = modelCalls.length) {
  return measured(plan, id, { modelCalls, requests });
}

const baseline = recordOf('task:greet:baseline:1', [modelCall(), modelCall()]);
const withSkill = recordOf('task:greet:with-skill:1', [modelCall()]);
const unknown = recordOf('probe:keeps-files:with-skill:1', [modelCall({ model: 'model-z' })]);

test('the cost of a trial is the sum of its calls', () => {
  expect(trialCost(plan, baseline)).toBeCloseTo(0.006, 12);
});

test.each([
  ['has no prices', smallPlan(), baseline],
  ['has requests without recorded usage', plan, recordOf('task:greet:baseline:1', [modelCall()], 2)],
  ['asked a model without a price', plan, unknown],
])('the cost of a trial is unknown if its run %s', (_, of, record) => {
  expect(trialCost(of, record)).toBeNull();
});

test('the cost of a run is the sum of its arms, and an unknown trial leaves the other arm known', () => {
  expect(runCost(plan, [baseline, withSkill])).toEqual({
    baselineUsd: expect.closeTo(0.006, 12),
    withSkillUsd: expect.closeTo(0.003, 12),
    totalUsd: expect.closeTo(0.009, 12),
  });
  expect(runCost(plan, [baseline, withSkill, unknown])).toEqual({
    baselineUsd: expect.closeTo(0.006, 12),
    withSkillUsd: null,
    totalUsd: null,
  });
});

test('what Assay asked itself is in the total cost and in that of neither arm', () => {
  const asked = measured(plan, 'task:greet:with-skill:1', {
    ...{ modelCalls: [modelCall()], requests: 1, checkCalls: [modelCall()] },
  });
  expect(runCost(plan, [baseline, asked])).toEqual({
    baselineUsd: expect.closeTo(0.006, 12),
    withSkillUsd: expect.closeTo(0.003, 12),
    totalUsd: expect.closeTo(0.012, 12),
  });
});

test('without prices the cost of a run is unknown, whatever was requested', () => {
  const nothing = { baselineUsd: null, withSkillUsd: null, totalUsd: null };
  expect(runCost(smallPlan(), [])).toEqual(nothing);
  expect(runCost(smallPlan(), [baseline])).toEqual(nothing);
});

test('only the prices of the requested models are listed', () => {
  expect(pricesAsked(plan, [baseline, unknown])).toEqual([price()]);
});
