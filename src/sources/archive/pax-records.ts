import { hasControl } from './tar-header.ts';
import { twoReadings } from './two-readings.ts';

/** What an extended header may change about the entry after it. */
export type PaxRecords = { path?: Uint8Array; linkpath?: Uint8Array; size?: Uint8Array };

const CHANGES = ['path', 'linkpath', 'size'] as const;

/** Records that tell when and whose a file was, and nothing about where it lies and what is in it. */
const INERT =
  /^(?:[acm]time|[ug]id|[ug]name|comment|LIBARCHIVE\.(?:creationtime|symlinktype|xattr\..*)|SCHILY\.(?:dev|ino|nlink|fflags|acl\..*|xattr\..*)|RHT\.security\.selinux|NODETAR\.(?:depth|dev|ino|nlink))$/;

/**
 * Parses the records of an extended header, `LENGTH KEY=VALUE` and a newline each (pax(1)). Records that are malformed,
 * repeated or not known are refused: programs skip them, stop there, or do as they say.
 */
export function paxRecords(body: Buffer, place: string): PaxRecords {
  const records: PaxRecords = {};
  const seen = new Set<string>();
  for (let at = 0; at < body.length; ) {
    const { key, value, end } = recordAt(body, at, place);
    if (seen.has(key)) throw refused(place, 'each record once', `${key} again`);
    seen.add(key);
    // Programs end a key, or its record, at some of these.
    if (hasControl(key)) throw refused(place, 'a key without control characters', JSON.stringify(key));
    const change = CHANGES.find((one) => one === key);
    if (change !== undefined) records[change] = value;
    else if (!INERT.test(key)) throw refused(place, 'records that every program knows', JSON.stringify(key));
    at = end;
  }
  return records;
}

const LONGEST_LENGTH = 8;

function recordAt(body: Buffer, at: number, place: string): { key: string; value: Buffer; end: number } {
  const [, length] = /^([1-9][0-9]*) /.exec(body.toString('latin1', at, at + LONGEST_LENGTH)) ?? [];
  const end = at + Number(length);
  const equals = body.indexOf('=', at);
  const isWhole = length !== undefined && end <= body.length && equals !== -1 && equals < end;
  if (!isWhole || body[end - 1] !== NEWLINE) {
    const found = JSON.stringify(body.toString('latin1', at, at + 40));
    throw refused(place, '"LENGTH KEY=VALUE" and a newline', found);
  }
  const value = body.subarray(equals + 1, end - 1);
  if (hasLineWithLength(value)) throw refused(place, 'one record', 'a record in its value');
  return { key: body.toString('latin1', at + length.length + 1, equals), value, end };
}

/** node-tar splits the header at newlines first, and takes for a record what `parseInt` finds a length in. */
function hasLineWithLength(value: Buffer): boolean {
  const [, ...lines] = value.toString().split('\n');
  return lines.some((line) => !Number.isNaN(Number.parseInt(line, 10)));
}

const NEWLINE = 0x0a;

function refused(place: string, expected: string, found: string): Error {
  return twoReadings({ place: `The extended header of ${place}`, expected, found });
}
