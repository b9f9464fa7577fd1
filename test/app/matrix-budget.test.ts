import { expect, test } from 'vitest';
import { shareOf } from '../../src/app/matrix-budget.ts';
import { RunBudget } from '../../src/contracts/budget.ts';
import type { MatrixPlan } from '../../src/contracts/matrix-plan.ts';
import { openResults } from '../../src/store/open-results.ts';
import { modelCall, price } from '../fixtures/money.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const matrixId = 'matrix-20260102-030405-abcdef';
const setup = { agent: 'api-anthropic', agentVersion: '1', model: 'model-x', simulated: false };

/** Two runs of a matrix, of which the first has used two requests, some dollars and half a second. */
async function shareOfSecond(budget: Partial<RunBudget>) {
  const first = smallPlan({ matrix: matrixId, setup, prices: [price()] });
  const second = { ...first, runId: 'second' };
  const matrix: MatrixPlan = {
    ...{ matrixId, createdAt: first.createdAt, runs: [first.runId, second.runId] },
    budget: RunBudget.parse(budget),
  };
  await using store = await openResults(temporaryFolder(), 'writing');
  await store.createMatrix(matrix, [first, second]);
  const record = measured(first, 'task:greet:baseline:1', { modelCalls: [modelCall()], seconds: 0.2 });
  await store.saveTrial({ ...record, unmeasured: { modelCalls: [modelCall()], seconds: 0.3 } });
  return await shareOf('second', matrix, store);
}

test('a run may use what the others have left, failed attempts included', async () => {
  const share = await shareOfSecond({ maxRequests: 5, maxSeconds: 0.7, maxUsd: 1000 });
  expect(share).toMatchObject({ status: 'left', budget: { maxRequests: 3, maxTokens: undefined } });
  if (share.status === 'used-up') throw new Error('Something should be left.');
  expect(share.budget.maxSeconds).toBeCloseTo(0.2, 5);
  expect(share.budget.maxUsd).toBeLessThan(1000);
});

test('nothing is left of a budget that the others have used up', async () => {
  expect(await shareOfSecond({ maxRequests: 2, maxSeconds: 100 })).toEqual({
    status: 'used-up',
    reached: { of: 'matrix', what: 'requests', max: 2 },
  });
});

test('without a budget of all runs, each has its own alone', async () => {
  expect(await shareOfSecond({})).toEqual({ status: 'left', budget: {} });
});
