import { type PrintedByAgent, readAccount } from '../agents/read-account.ts';
import { movableBuffers, type Portion, portionsOf } from '../threads/portions.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import { yieldToOthers } from '../threads/yield-to-others.ts';
import { type RecordedTraffic, readRecorded } from '../traffic/read-recorded.ts';
import { packWatched, type Watchable } from '../traffic/watched-skill.ts';

export type ReadingTask =
  | ({ kind: 'read' } & RecordedTraffic)
  /** The answer is a single portion, which is what was packed. */
  | { kind: 'pack'; watchable: Watchable }
  | ({ kind: 'account' } & PrintedByAgent);

/** A `ReadTrial` or a `PackedAccount` in portions. */
export type ReadingAnswer = readonly Portion[];

yieldToOthers();
serveTasks(async (task: ReadingTask): Promise<ReadingAnswer> => {
  if (task.kind === 'pack') return [await packWatched(task.watchable)];
  return [...portionsOf(task.kind === 'account' ? await readAccount(task) : readRecorded(task))];
}, movableBuffers);
