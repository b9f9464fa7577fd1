import type { Grade } from '../contracts/grade.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { gradeRecord } from './grade-record.ts';
import { trialCost } from './trial-cost.ts';

export type GradedTrial = {
  trial: PlannedTrial;
  record: TrialRecord;
  grade: Grade;
  costUsd: number | null;
};

export function gradeTrials(plan: RunPlan, records: readonly TrialRecord[]): GradedTrial[] {
  return records.map((record) => gradeTrial(plan, record));
}

export function gradeTrial(plan: RunPlan, record: TrialRecord): GradedTrial {
  return gradedTrial(plan, record, gradeRecord(record, plan.probes));
}

/** A trial with the grade that it already has. */
export function gradedTrial(plan: RunPlan, record: TrialRecord, grade: Grade): GradedTrial {
  return { trial: record.trial, record, grade, costUsd: trialCost(plan, record) };
}
