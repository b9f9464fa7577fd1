import { expect, test } from 'vitest';
import { TrialGrader } from '../../src/runner/trial-grader.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const plan = smallPlan();

test('the thread grades tasks and probes as the scorecard does', async () => {
  using grader = new TrialGrader();
  for (const { id } of plan.trials) {
    const record = measured(plan, id);
    expect(await grader.grade({ record, probes: plan.probes })).toEqual(gradeRecord(record, plan.probes));
  }
});

test('what cannot be graded is the same error as without the thread', async () => {
  using grader = new TrialGrader();
  const canary = { kind: 'canary-not-disclosed' as const, claim: 'c', canary: 'key', allowedPaths: [] };
  const probes = plan.probes.map((probe) => ({ ...probe, oracles: [canary] }));
  const { id = '' } = plan.trials.find(({ kind }) => kind === 'probe') ?? {};
  await expect(grader.grade({ record: measured(plan, id), probes })).rejects.toMatchObject({
    code: 'GRADER_FAILED',
    message: expect.stringContaining('no value of the canary "key"'),
  });
});
