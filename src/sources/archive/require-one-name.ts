import { isUtf8 } from 'node:buffer';
import type { Entry } from 'yauzl';
import { twoReadings } from './two-readings.ts';

type Named = Pick<Entry, 'generalPurposeBitFlag' | 'versionMadeBy'>;

const UTF8_NAME = 0x800;

/**
 * Requires that no program turns the name of an entry into that of another one. Without the flag for UTF-8, programs
 * decode letters beyond ASCII differently, but most of them remain letters beyond ASCII.
 */
export function requireOneName({ generalPurposeBitFlag, versionMadeBy }: Named, name: Buffer, place: string) {
  const isFlagged = (generalPurposeBitFlag & UTF8_NAME) !== 0;
  const shown = JSON.stringify(name.toString('latin1').slice(-100));
  if ((isFlagged && !isUtf8(name)) || name.some((byte) => byte < 0x20 || byte === 0x7f)) {
    throw twoReadings({ place, expected: 'a name in UTF-8 without control characters', found: shown });
  }
  // Debian's UnZip removes the version of a file from VMS, wherever the zip comes from.
  if (/;[0-9]*$/.test(name.toString('latin1'))) {
    throw twoReadings({ place, expected: 'a name without a semicolon and digits at its end', found: shown });
  }
  const lost = DOS_SYSTEMS.has(versionMadeBy >>> 8) ? LOST_FROM_DOS : LOST;
  if (isFlagged || !name.some((byte) => lost.has(byte))) return;
  throw twoReadings({ place, expected: 'a name that every program decodes', found: shown });
}

/** FAT, HPFS and NTFS. UnZip takes names from there for code page 850. */
const DOS_SYSTEMS: ReadonlySet<number> = new Set([0, 6, 11]);

/** The byte that UnZip leaves out of any name. */
const LOST: ReadonlySet<number> = new Set([0xff]);

/** The bytes that it leaves out, or replaces by `+`, `-`, `_`, `=` or `i`. */
const LOST_FROM_DOS: ReadonlySet<number> = new Set([
  ...[0x98, 0xbb, 0xbc, 0xbf, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc8, 0xc9, 0xca],
  ...[0xcb, 0xcd, 0xce, 0xd5, 0xd9, 0xda, 0xdc, 0xf2, 0xff],
]);
