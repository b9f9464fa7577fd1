import { type ReadTrial, readTrial } from './read-trial.ts';
import { unpackWatched } from './watched-skill.ts';
import { readWireLog } from './wire-log/read-wire-log.ts';

/** The raw wire of a trial and what it is searched for, both as they are stored. */
export type RecordedTraffic = { log: Uint8Array; watched: Uint8Array };

export function readRecorded({ log, watched }: RecordedTraffic): ReadTrial {
  return readTrial(readWireLog(log), unpackWatched(watched));
}
