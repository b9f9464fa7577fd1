import { serveTasks } from '../base/serve-tasks.ts';
import { type RecordedTraffic, readRecorded } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';

/** The task of this thread, and its answer. */
export type ReadingTask = RecordedTraffic;
export type ReadingAnswer = ReadTrial;

serveTasks((task: ReadingTask): ReadingAnswer => readRecorded(task));
