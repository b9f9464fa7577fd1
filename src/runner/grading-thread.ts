import type { Grade } from '../contracts/grade.ts';
import type { Probe } from '../contracts/probe.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { gradeRecord } from '../scorecard/grade-record.ts';
import { type Portion, PortionJoiner } from '../threads/portions.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import { yieldToOthers } from '../threads/yield-to-others.ts';

/** The task of this thread: a `TrialRecord` and the probes of its plan. */
export type GradingTask = { record: readonly Portion[]; probes: readonly Probe[] };

yieldToOthers();
serveTasks(({ record, probes }: GradingTask): Grade => gradeRecord(joined(record), probes));

function joined(portions: readonly Portion[]): TrialRecord {
  const joiner = new PortionJoiner<TrialRecord>();
  for (const portion of portions) joiner.add(portion);
  return joiner.value;
}
