import { parentPort } from 'node:worker_threads';
import { messageOf } from '../base/assay-error.ts';
import { type RecordedTraffic, readRecorded } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';

/** A request to this thread, and its response. */
export type ReadingTask = { id: number; recorded: RecordedTraffic };
export type ReadingAnswer = { id: number } & ({ read: ReadTrial } | { failure: string });

parentPort?.on('message', (task: ReadingTask) => parentPort?.postMessage(answer(task)));

function answer({ id, recorded }: ReadingTask): ReadingAnswer {
  try {
    return { id, read: readRecorded(recorded) };
  } catch (error) {
    return { id, failure: messageOf(error) };
  }
}
