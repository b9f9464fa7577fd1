import { expect, test } from 'vitest';
import type { Verdict } from '../../src/contracts/grade.ts';
import { gradeRecord } from '../../src/scorecard/grade-record.ts';
import { partialCreditOf } from '../../src/scorecard/partial-credit.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

function verdict(passed: boolean, partialCredit?: number): Verdict {
  const credit = partialCredit === undefined ? {} : { partialCredit };
  return { title: 't', passed, detail: '', difference: null, ...credit };
}

test('a trial has the mean of its graders, of which those without parts count as passed or failed', () => {
  expect(partialCreditOf([verdict(false, 0.5), verdict(true), verdict(false)])).toEqual({
    partialCredit: 0.5,
  });
});

test('a trial without a grader that decides by parts has none', () => {
  expect(partialCreditOf([verdict(true), verdict(false)])).toEqual({});
  expect(partialCreditOf([])).toEqual({});
});

test('partial credit stands in the grade, and nothing passes by it', () => {
  const plan = smallPlan();
  const record = measured(plan, 'task:greet:with-skill:1');
  const { result } = record;
  if (result.status !== 'measured') return expect.unreachable();
  const graded = (...graderVerdicts: Verdict[]) =>
    gradeRecord({ ...record, result: { ...result, graderVerdicts } }, plan.probes);
  expect(graded(verdict(false, 0.99))).toMatchObject({ status: 'failed', partialCredit: 0.99 });
  expect(graded(verdict(true, 0.6))).toMatchObject({ status: 'passed', partialCredit: 0.6 });
  expect(graded(verdict(true))).not.toHaveProperty('partialCredit');
});
