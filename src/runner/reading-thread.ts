import { serveTasks } from '../threads/serve-tasks.ts';
import { yieldToOthers } from '../threads/yield-to-others.ts';
import { type RecordedTraffic, readRecorded } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';

/** The task of this thread, and its answer. */
export type ReadingTask = RecordedTraffic;
export type ReadingAnswer = ReadTrial;

yieldToOthers();
serveTasks((task: ReadingTask): ReadingAnswer => readRecorded(task));
