import { join } from 'node:path';
import { serveTasks } from '../../../threads/serve-tasks.ts';
import type { RawRequest } from './canonical-request.ts';
import { readCassette } from './cassette-file.ts';
import { type RecordedAnswer, Recording } from './recording.ts';

/** A request of a trial, and the places in its recording whose exchanges have answered before. */
export type ReplayTask = { folder: string; trial: string; asked: RawRequest; used: readonly number[] };

/** The number of recordings kept in memory; others are read again when they are needed. */
const MAX_RECORDINGS = 16;
const recordings = new Map<string, Recording>();

serveTasks(
  ({ folder, trial, asked, used }: ReplayTask): RecordedAnswer =>
    recordingOf(folder, trial).find(asked, used),
);

function recordingOf(folder: string, trial: string): Recording {
  const place = join(folder, trial);
  const recording = recordings.get(place) ?? new Recording(readCassette(folder, trial));
  recordings.delete(place);
  recordings.set(place, recording);
  const [oldest] = recordings.keys();
  if (recordings.size > MAX_RECORDINGS && oldest !== undefined) recordings.delete(oldest);
  return recording;
}
