import { AssayError } from '../../base/assay-error.ts';
import { excerptOf } from '../../checks/findings/excerpt.ts';

type Difference = { place: string; expected: string; found: string };

/**
 * An archive that programs read in different ways, so that what is checked need not be what they unpack. Whoever
 * made it has to build it again.
 */
export function twoReadings({ place, expected, found }: Difference): AssayError {
  return new AssayError('FILE_UNREADABLE', `${place}: expected ${expected}, found ${found}.`);
}

/** An entry of an archive, as it is named in an error. */
export function entryPlace(name: string, offset: number): string {
  return `${excerptOf(name)} (at byte ${offset})`;
}
