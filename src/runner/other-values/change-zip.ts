import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type OtherValue, spread } from './other-value.ts';

/** A member of an archive. `header` is its entry in the central directory, and `at` where the member itself begins. */
type Member = { name: string; header: Buffer; at: number; size: number; isPacked: boolean };

const MOST_MEMBERS = 64;
const MOST_BYTES = 16 * 1024 ** 2;
/** See section 4.3 of https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. */
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const END_BYTES = 22;
/** What office programs say about a document, its looks and its parts; see ECMA-376, part 2, and OpenDocument, part 3. */
const NO_CONTENT =
  /^(?:docProps\/|META-INF\/|mimetype$|meta\.xml$|settings\.xml$|styles\.xml$|.*\/(?:styles|theme\d*|settings|fontTable|webSettings|workbook|app|core)\.xml$|.*\.rels$|\[Content_Types\]\.xml$)/;

export function isZip(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/** Changes one value of a member and packs the archive again; `change` says which values a member has. */
export async function changeZip(
  file: Buffer,
  most: number,
  change: (content: Buffer, most: number) => Promise<OtherValue[]>,
): Promise<OtherValue[]> {
  const members = membersIn(file);
  const withValues: { member: Member; others: OtherValue[] }[] = [];
  for (const member of members.filter(({ name }) => !NO_CONTENT.test(name)).slice(0, MOST_MEMBERS)) {
    const content = contentOf(file, member);
    const others = content === null ? [] : await change(content, most);
    if (others.length > 0) withValues.push({ member, others });
  }
  const chosen = spread(withValues, most);
  const each = Math.ceil(most / chosen.length);
  return chosen
    .flatMap(({ member, others }) =>
      others.slice(0, each).map(({ what, bytes }) => ({
        what: `${what} of ${member.name}`,
        bytes: packedAgain(file, members, member, bytes),
      })),
    )
    .slice(0, most);
}

/** None of an archive that is larger than 4 GiB, encrypted or damaged. */
function membersIn(file: Buffer): Member[] {
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1 || end + END_BYTES > file.length) return [];
  const members: Member[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (at + ENTRY_BYTES > file.length || file.toString('latin1', at, at + 4) !== 'PK\x01\x02') return [];
    const name = file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + file.readUInt16LE(at + 28));
    const long = [28, 30, 32].reduce((sum, field) => sum + file.readUInt16LE(at + field), ENTRY_BYTES);
    const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
    const place = file.readUInt32LE(at + 42);
    const size = file.readUInt32LE(at + 20);
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8) || place + LOCAL_BYTES + size > file.length)
      return [];
    members.push({ name, header: file.subarray(at, at + long), at: place, size, isPacked: method === 8 });
    at += long;
  }
  return members;
}

/** What stands behind the names in the member's own header. */
function dataOf(file: Buffer, { at, size }: Member): Buffer {
  const from = at + LOCAL_BYTES + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  return file.subarray(from, from + size);
}

function contentOf(file: Buffer, member: Member): Buffer | null {
  const data = dataOf(file, member);
  if (!member.isPacked) return data;
  try {
    return inflateRawSync(data, { maxOutputLength: MOST_BYTES });
  } catch {
    // What cannot be unpacked, or is too large, is left as it is.
    return null;
  }
}

/** Sizes and checksums stand before each member, so that none has to stand behind it. */
function packedAgain(
  file: Buffer,
  members: readonly Member[],
  changed: Member,
  content: Uint8Array,
): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let length = 0;
  const packed = changed.isPacked ? deflateRawSync(content) : Buffer.from(content);
  for (const member of members) {
    const data = member === changed ? packed : dataOf(file, member);
    const entry = Buffer.from(member.header);
    entry.writeUInt16LE(entry.readUInt16LE(8) & ~8, 8);
    if (member === changed) {
      entry.writeUInt32LE(crc32(content), 16);
      entry.writeUInt32LE(data.length, 20);
      entry.writeUInt32LE(content.length, 24);
    }
    entry.writeUInt32LE(length, 42);
    directory.push(entry);
    const head = localHeader(entry);
    parts.push(head, data);
    length += head.length + data.length;
  }
  const entries = Buffer.concat(directory);
  return Buffer.concat([...parts, entries, endOf(members.length, entries.length, length)]);
}

function localHeader(entry: Buffer): Buffer {
  const nameBytes = entry.readUInt16LE(28);
  const header = Buffer.alloc(LOCAL_BYTES);
  header.write('PK\x03\x04', 'latin1');
  // From the version that is needed to the length of the name, both have the same fields.
  entry.copy(header, 4, 6, 30);
  return Buffer.concat([header, entry.subarray(ENTRY_BYTES, ENTRY_BYTES + nameBytes)]);
}

function endOf(count: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
