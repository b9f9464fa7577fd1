import type { FieldReader } from './fields.ts';

const LONGEST_SECONDS = 7200;

/** Reads a time limit; `null` if there is none, or none that can be set. */
export function secondsIn(reader: FieldReader): number | null {
  const values = reader.take(['timeoutseconds', 'timeoutsec']).map(({ value }) => value);
  const seconds = values.find((value) => typeof value === 'number' && value > 0);
  return typeof seconds === 'number' ? Math.min(seconds, LONGEST_SECONDS) : null;
}
