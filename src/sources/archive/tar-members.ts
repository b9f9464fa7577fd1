import { type PaxRecords, paxRecords } from './pax-records.ts';
import { BLOCK, isZero, plainText, readTarHeader, type TarHeader } from './tar-header.ts';
import { entryPlace, twoReadings } from './two-readings.ts';

/** A member of a tar as every program finds it; `offset` is that of its content. */
export type TarMember = TarHeader & { headerName: string; offset: number };

/** What the headers before a member say about it. */
type Extension = { family: 'pax' | 'gnu' | null; offset: number } & PaxRecords;

const NO_EXTENSION: Extension = { family: null, offset: 0 };

/**
 * Walks the blocks of a tar, up to a number of members. Programs that unpack it disagree on malformed and unusual
 * headers, so that they would find other members; a tar with one is refused.
 */
export function tarMembers(bytes: Uint8Array, mostMembers: number): TarMember[] {
  const tar = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const members: TarMember[] = [];
  let extension = NO_EXTENSION;
  let offset = 0;
  while (members.length < mostMembers) {
    if (isZero(tar, offset, Math.min(offset + BLOCK, tar.length))) break;
    const header = readTarHeader(blockAt(tar, offset), offset);
    const body = bodyAt(tar, header, offset);
    if (isExtension(header.type)) extension = extended(extension, header, body, offset);
    else {
      members.push(memberOf(header, extension, offset));
      extension = NO_EXTENSION;
    }
    offset += BLOCK + Math.ceil(header.size / BLOCK) * BLOCK;
  }
  if (extension.family !== null) {
    throw twoReadings({
      place: `The end (at byte ${offset})`,
      expected: 'the entry of a header',
      found: 'none',
    });
  }
  if (members.length < mostMembers) requireEnd(tar, offset);
  return members;
}

function blockAt(tar: Buffer, offset: number): Buffer {
  const block = tar.subarray(offset, offset + BLOCK);
  if (block.length === BLOCK) return block;
  throw twoReadings({ place: `The end (at byte ${offset})`, expected: 'a tar header', found: 'half of one' });
}

function bodyAt(tar: Buffer, { name, size }: TarHeader, offset: number): Buffer {
  const body = tar.subarray(offset + BLOCK, offset + BLOCK + size);
  if (body.length === size) return body;
  const found = `${body.length}: the tar is cut short`;
  throw twoReadings({ place: entryPlace(name, offset), expected: `${size} bytes`, found });
}

/** A block of zeros ends a tar for some programs, and is passed over by others if something follows. */
function requireEnd(tar: Buffer, offset: number): void {
  if (tar.length - offset >= 2 * BLOCK && isZero(tar, offset, tar.length)) return;
  const found = tar.length - offset < 2 * BLOCK ? 'the end of the file: the tar is cut short' : 'more data';
  const place = `The end of the tar (at byte ${offset})`;
  throw twoReadings({ place, expected: 'at least two blocks of zeros and nothing after them', found });
}

const [GLOBAL, PAX, LONG_NAME, LONG_LINK] = ['g', 'x', 'L', 'K'];

/** node-tar ignores longer ones. */
const MAX_EXTENSION_BYTES = 1024 * 1024;

function isExtension(type: string): boolean {
  return type === GLOBAL || type === PAX || type === LONG_NAME || type === LONG_LINK;
}

function extended(
  before: Extension,
  { name, type, size, linkname }: TarHeader,
  body: Buffer,
  offset: number,
): Extension {
  const place = entryPlace(name, offset);
  if (size > MAX_EXTENSION_BYTES || linkname !== '') {
    const found = linkname === '' ? `${size} bytes` : 'the target of a link';
    throw twoReadings({
      place,
      expected: `a header of at most ${MAX_EXTENSION_BYTES} bytes without a target`,
      found,
    });
  }
  if (type === GLOBAL) return globally(before, body, place, offset);
  const family = type === PAX ? 'pax' : 'gnu';
  const key = type === LONG_LINK ? 'linkpath' : 'path';
  const isSecond =
    type === PAX ? before.family !== null : before[key] !== undefined || before.family === 'pax';
  if (isSecond)
    throw twoReadings({ place, expected: 'the entry of the header before it', found: 'another header' });
  const records = type === PAX ? paxRecords(body, place) : { [key]: longName(body, place) };
  return { ...before, family, offset, ...records };
}

/** Git writes a header for all entries. Only those of its records that are about no entry have one meaning. */
function globally(before: Extension, body: Buffer, place: string, offset: number): Extension {
  if (offset !== 0)
    throw twoReadings({ place, expected: 'a global header as the first only', found: 'a later one' });
  const [change] = Object.keys(paxRecords(body, place));
  if (change === undefined) return before;
  throw twoReadings({ place, expected: 'nothing about all entries', found: `their ${change}` });
}

function longName(body: Buffer, place: string): Buffer {
  const end = body.indexOf(0);
  if (end === -1 || isZero(body, end, body.length)) return end === -1 ? body : body.subarray(0, end);
  throw twoReadings({ place, expected: 'a name and zeros after it', found: 'more after a NUL' });
}

const FILES = '\x0007';
/** The oldest archives represent a folder as a file whose name ends in a slash. */
const OLD_FILE = '\0';
const LINKS = '12';
const OTHERS = '123456';

function memberOf(header: TarHeader, { path, linkpath, size }: Extension, offset: number): TarMember {
  const member = {
    ...header,
    headerName: header.name,
    name: path === undefined ? header.name : plainText(path, offset),
    linkname: linkpath === undefined ? header.linkname : plainText(linkpath, offset),
    offset: offset + BLOCK,
  };
  const place = entryPlace(member.name, offset);
  if (path?.length === 0 || linkpath?.length === 0) {
    throw twoReadings({ place, expected: 'a name in its extended header', found: 'an empty one' });
  }
  if (size !== undefined && Buffer.from(size).toString('latin1') !== `${header.size}`) {
    const found = JSON.stringify(Buffer.from(size).toString('latin1'));
    throw twoReadings({ place, expected: `its size ${header.size} in its extended header too`, found });
  }
  requireLink(header, linkpath, place);
  requireKind(member, place);
  return member;
}

/** node-tar passes over the header of a file with a target, or of a link without one, and takes the content for headers. */
function requireLink({ type, linkname }: TarHeader, linkpath: Uint8Array | undefined, place: string): void {
  const isLink = LINKS.includes(type);
  if (isLink && linkname === '')
    throw twoReadings({ place, expected: 'a link with a target', found: 'none' });
  if (isLink || (linkname === '' && linkpath === undefined)) return;
  throw twoReadings({ place, expected: 'no target, as it is no link', found: 'one' });
}

/** Programs skip the content of an entry that is no file, or take it for the next header. */
function requireKind({ name, type, size }: TarMember, place: string): void {
  if (!FILES.includes(type) && !OTHERS.includes(type)) {
    const found = `the type ${JSON.stringify(type)}`;
    throw twoReadings({ place, expected: 'a file, a folder or a link', found });
  }
  const isNamedFolder = name.endsWith('/');
  if (isNamedFolder && FILES.includes(type) && type !== OLD_FILE) {
    throw twoReadings({ place, expected: 'the type of a folder', found: 'that of a file' });
  }
  if ((FILES.includes(type) && !isNamedFolder) || size === 0) return;
  const found = `${size} bytes of content`;
  throw twoReadings({ place, expected: 'a link or folder without content', found });
}
