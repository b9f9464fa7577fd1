import { parentPort } from 'node:worker_threads';
import { messageOf } from '../base/assay-error.ts';
import { type RecordedTraffic, readRecorded } from '../traffic/read-recorded.ts';
import type { ReadTrial } from '../traffic/read-trial.ts';

/** The response of this thread to a record. */
export type ReadingAnswer = { read: ReadTrial } | { failure: string };

parentPort?.on('message', (recorded: RecordedTraffic) => parentPort?.postMessage(answer(recorded)));

function answer(recorded: RecordedTraffic): ReadingAnswer {
  try {
    return { read: readRecorded(recorded) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}
