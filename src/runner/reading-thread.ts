import { movableBuffers, type Portion, portionsOf } from '../threads/portions.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import { yieldToOthers } from '../threads/yield-to-others.ts';
import { type RecordedTraffic, readRecorded } from '../traffic/read-recorded.ts';

/** The task of this thread, and its answer: a `ReadTrial`. */
export type ReadingTask = RecordedTraffic;
export type ReadingAnswer = readonly Portion[];

yieldToOthers();
serveTasks((task: ReadingTask): ReadingAnswer => [...portionsOf(readRecorded(task))], movableBuffers);
