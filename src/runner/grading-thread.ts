import type { Grade } from '../contracts/grade.ts';
import type { Probe } from '../contracts/probe.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { gradeRecord } from '../scorecard/grade-record.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import { yieldToOthers } from '../threads/yield-to-others.ts';

/** The task of this thread. */
export type GradingTask = { record: TrialRecord; probes: readonly Probe[] };

yieldToOthers();
serveTasks(({ record, probes }: GradingTask): Grade => gradeRecord(record, probes));
