import { isUtf8 } from 'node:buffer';
import { type Entry, fromBufferPromise, getFileNameLowLevel } from 'yauzl';
import { type ArchiveEntry, readMode } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import type { ReadableEntry } from './open-archive.ts';
import { twoReadings } from './two-readings.ts';
import { unzipContent } from './unzip-content.ts';
import { type ZipContent, zipContents } from './zip-contents.ts';

type Listing = { entries: ReadableEntry[]; unpackedBytes: number };

/**
 * Sizes are the claims of the zip's directory. Each entry is checked against its claim when it is read, and at once if
 * its size is recorded after it, where a reader of a stream can miss it.
 */
export async function openZip(bytes: Uint8Array, most: ArchiveSizes): Promise<Listing> {
  const contents = zipContents(bytes);
  const zip = await fromBufferPromise(Buffer.from(bytes), { decodeStrings: false });
  const entries: ReadableEntry[] = [];
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize;
    const isWithin = entries.length < most.entries && unpackedBytes <= most.unpackedBytes;
    entries.push(await readableEntry(entry, sameContent(entry, contents[entries.length]), isWithin));
    if (!isWithin) break;
  }
  return { entries, unpackedBytes };
}

function sameContent(entry: Entry, content: ZipContent | undefined): ZipContent {
  const { relativeOffsetOfLocalHeader: offset, uncompressedSize, compressedSize, fileNameRaw } = entry;
  const isSame = content?.offset === offset && content.unpackedBytes === uncompressedSize;
  if (isSame && content.packedBytes === compressedSize && content.name.equals(fileNameRaw)) return content;
  const place = `The entry at byte ${offset}`;
  throw twoReadings({ place, expected: 'the same entry for every program', found: 'another one' });
}

const UNIX = 3;
const MAX_TARGET_BYTES = 4096;
const HAS_DESCRIPTOR = 0x8;

async function readableEntry(entry: Entry, content: ZipContent, isWithin: boolean): Promise<ReadableEntry> {
  const kind = kindOf(entry);
  requireOneKind(entry, content);
  const read = () => unzipContent(content);
  const isShortLink = kind === 'symbolic-link' && entry.uncompressedSize <= MAX_TARGET_BYTES;
  const isOpenEnded = (entry.generalPurposeBitFlag & HAS_DESCRIPTOR) !== 0 && entry.canDecodeFileData();
  const unpacked = isShortLink || (isOpenEnded && isWithin) ? await read() : null;
  return {
    name: nameOf(entry),
    kind,
    ...readMode(unixMode(entry)),
    size: entry.uncompressedSize,
    target: isShortLink && unpacked !== null ? Buffer.from(unpacked).toString() : null,
    read,
  };
}

const FOLDER_OF_DOS = 0x10;

/** Programs tell a folder by its name, by its mode or by the attributes of DOS. Its content, if any, is a file to some. */
function requireOneKind(entry: Entry, { place, name }: ZipContent): void {
  requireOneName(entry, name, place);
  const isFolder = nameOf(entry).endsWith('/');
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const isFolderByMode = type === FOLDER || (entry.externalFileAttributes & FOLDER_OF_DOS) !== 0;
  if (isFolder && entry.uncompressedSize > 0) {
    throw twoReadings({
      place,
      expected: 'a folder without content',
      found: `${entry.uncompressedSize} bytes`,
    });
  }
  if (isFolder !== isFolderByMode && !(isFolder && type === 0)) {
    const found = isFolder
      ? 'the mode of another kind'
      : 'the mode of a folder, but no slash at the end of its name';
    throw twoReadings({ place, expected: 'a file or a folder', found });
  }
  if (type === (unixMode(entry) & FILE_TYPE) || PLAIN_TYPES.has(type)) return;
  throw twoReadings({
    place,
    expected: 'a link or device from a Unix system',
    found: 'one from another system',
  });
}

const UTF8_NAME = 0x800;

/** Without the flag, programs decode the letters beyond ASCII differently, but no two names become the same. */
function requireOneName({ generalPurposeBitFlag }: Entry, name: Buffer, place: string): void {
  const isDecodable = (generalPurposeBitFlag & UTF8_NAME) === 0 || isUtf8(name);
  if (isDecodable && !name.some((byte) => byte < 0x20 || byte === 0x7f)) return;
  const found = JSON.stringify(name.toString('latin1').slice(0, 100));
  throw twoReadings({ place, expected: 'a name in UTF-8 without control characters', found });
}

/**
 * Names are decoded here and not by the parser, so that a hostile name is a finding with a place and not a
 * crash.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

const FILE_TYPE = 0o170000;
const FOLDER = 0o040000;
const PLAIN_TYPES: ReadonlySet<number> = new Set([0, FOLDER, 0o100000]);

/** The file type bits of a Unix mode. A zip may leave them out. */
const UNIX_KINDS = new Map<number, ArchiveEntry['kind']>([
  [0, 'file'],
  [FOLDER, 'folder'],
  [0o100000, 'file'],
  [0o120000, 'symbolic-link'],
]);

function kindOf(entry: Entry): ArchiveEntry['kind'] {
  if (nameOf(entry).endsWith('/')) return 'folder';
  if (!entry.canDecodeFileData()) return 'undecodable';
  return UNIX_KINDS.get(unixMode(entry) & FILE_TYPE) ?? 'special';
}

/** Returns 0 if the zip was made on a system without modes. */
function unixMode({ versionMadeBy, externalFileAttributes }: Entry): number {
  return versionMadeBy >>> 8 === UNIX ? externalFileAttributes >>> 16 : 0;
}
