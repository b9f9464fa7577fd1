import { entryPlace, twoReadings } from './two-readings.ts';

export const BLOCK = 512;

/** A header of a tar whose fields every program reads alike (pax(1), ustar interchange format). */
export type TarHeader = { name: string; type: string; size: number; linkname: string };

const NAME = { start: 0, length: 100 };
const MODE = { start: 100, length: 8 };
const SIZE = { start: 124, length: 12 };
const CHECKSUM = { start: 148, length: 8 };
const TYPE = 156;
const LINK_NAME = { start: 157, length: 100 };
const MAGIC = { start: 257, length: 8 };
const PREFIX = { start: 345, length: 155 };
const UNUSED_IN_USTAR = { start: 500, length: 12 };
const UNUSED_IN_GNU = { start: 345, length: 167 };

/** The owner, the group, the time, and the two numbers of a device. */
const OTHER_NUMBERS: readonly Field[] = [
  { start: 108, length: 8 },
  { start: 116, length: 8 },
  { start: 136, length: 12 },
  { start: 329, length: 8 },
  { start: 337, length: 8 },
];

type Field = { start: number; length: number };

const USTAR = 'ustar\x0000';
const GNU = 'ustar  \0';

/** Whether a tar begins here, as the checksum in its header says. */
export function hasTarChecksum(bytes: Uint8Array): boolean {
  if (bytes.length < BLOCK) return false;
  const block = Buffer.from(bytes.subarray(0, BLOCK));
  return octalIn(block, CHECKSUM) === checksumOf(block);
}

export function readTarHeader(block: Buffer, offset: number): TarHeader {
  const name = textIn(block, NAME, offset);
  const place = entryPlace(name, offset);
  if (octalIn(block, CHECKSUM) !== checksumOf(block)) {
    throw twoReadings({ place, expected: 'a tar header', found: 'a block with another checksum' });
  }
  const magic = latin1(block, MAGIC);
  if (magic !== USTAR && magic !== GNU) {
    throw twoReadings({ place, expected: 'the format ustar, pax or GNU tar', found: JSON.stringify(magic) });
  }
  const unused = magic === USTAR ? UNUSED_IN_USTAR : UNUSED_IN_GNU;
  if (!isZero(block, unused.start, unused.start + unused.length)) {
    throw twoReadings({
      place,
      expected: `zeros from byte ${unused.start} of its header`,
      found: 'more fields',
    });
  }
  const size = octalIn(block, SIZE);
  if (size === null || octalIn(block, MODE) === null) {
    const found = JSON.stringify(latin1(block, size === null ? SIZE : MODE));
    throw twoReadings({ place, expected: `a ${size === null ? 'size' : 'mode'} in octal digits`, found });
  }
  const odd = OTHER_NUMBERS.find((field) => !isNumber(block, field));
  if (odd !== undefined) {
    const found = JSON.stringify(latin1(block, odd));
    throw twoReadings({ place, expected: `a number at byte ${odd.start} of its header`, found });
  }
  const prefix = magic === USTAR ? textIn(block, PREFIX, offset) : '';
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: String.fromCharCode(block[TYPE] ?? 0),
    size,
    linkname: textIn(block, LINK_NAME, offset),
  };
}

export function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** A name that no program decodes, shortens or splits in a way of its own. */
export function plainText(bytes: Uint8Array, offset: number): string {
  const text = decoded(bytes);
  if (text !== null && !hasControl(text)) return text;
  const found = JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 100));
  throw twoReadings({
    place: `The entry at byte ${offset}`,
    expected: 'a name in UTF-8 without control characters',
    found,
  });
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function hasControl(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f');
}

function textIn(block: Buffer, field: Field, offset: number): string {
  const bytes = slice(block, field);
  const end = bytes.indexOf(0);
  const text = plainText(end === -1 ? bytes : bytes.subarray(0, end), offset);
  if (end === -1 || isZero(bytes, end, bytes.length)) return text;
  throw twoReadings({
    place: entryPlace(text, offset),
    expected: 'zeros after its name',
    found: 'more text',
  });
}

/** Programs differ in what they make of signs, letters, gaps, base-256 numbers and digits up to the end of the field. */
function octalIn(block: Buffer, field: Field): number | null {
  const [, digits] = /^ *([0-7]+)[ \0]+$/.exec(latin1(block, field)) ?? [];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

/**
 * Python takes a header with anything else for the end of the archive, and node-tar passes over it and takes the content
 * for headers.
 */
function isNumber(block: Buffer, field: Field): boolean {
  const isEmpty = /^[ \0]*$/.test(latin1(block, field));
  return isEmpty || octalIn(block, field) !== null || isLargeNumber(slice(block, field));
}

/** Numbers that are too large for octal digits are in base 256, after a byte that says so. */
function isLargeNumber(bytes: Buffer): boolean {
  const [sign] = bytes;
  return sign === 0x80 && Number.isSafeInteger(Number(`0x${bytes.subarray(1).toString('hex')}`));
}

/** The sum of the block, in which the checksum itself counts as spaces. */
function checksumOf(block: Buffer): number {
  const { start, length } = CHECKSUM;
  let sum = length * 0x20;
  for (let at = 0; at < BLOCK; at++) if (at < start || at >= start + length) sum += block[at] ?? 0;
  return sum;
}

function latin1(block: Buffer, field: Field): string {
  return slice(block, field).toString('latin1');
}

function slice(block: Buffer, { start, length }: Field): Buffer {
  return block.subarray(start, start + length);
}
