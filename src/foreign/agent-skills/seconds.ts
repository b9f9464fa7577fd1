import type { FieldReader } from './fields.ts';

/** Reads a time limit, however long it is; `null` if there is none. */
export function secondsIn(reader: FieldReader): number | null {
  const values = reader.take(['timeoutseconds', 'timeoutsec']).map(({ value }) => value);
  const seconds = values.find((value) => typeof value === 'number' && value > 0);
  return typeof seconds === 'number' ? seconds : null;
}
