import { type Entry, fromBufferPromise, getFileNameLowLevel } from 'yauzl';
import { type ArchiveEntry, readMode } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import type { ReadableEntry } from './open-archive.ts';
import { requireOneName } from './require-one-name.ts';
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
  requireUnpacked(entry, place);
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

const VOLUME_LABEL = 0x08;
/** That of ZIP64. UnZip leaves out what needs more than 4.6, or 4.5 where it is built without bzip2. */
const MOST_VERSION_NEEDED = 45;
/** Encryption (which is a finding of its own), the kind of compression, sizes after the file, and a name in UTF-8. */
const KNOWN_FLAGS = 0x1 | 0b110 | HAS_DESCRIPTOR | 0x800;

/** Programs leave out entries that ask for more than they know, or that are no files to them. */
function requireUnpacked(entry: Entry, place: string): void {
  const { versionNeededToExtract: version, generalPurposeBitFlag: flags } = entry;
  if ((entry.externalFileAttributes & VOLUME_LABEL) !== 0) {
    throw twoReadings({ place, expected: 'a file or a folder', found: 'the label of a volume' });
  }
  if (version > MOST_VERSION_NEEDED && entry.canDecodeFileData()) {
    throw twoReadings({ place, expected: 'an entry that ZIP 4.5 unpacks', found: `version ${version / 10}` });
  }
  if ((flags & ~KNOWN_FLAGS) === 0) return;
  const found = `the flags 0x${flags.toString(16)}`;
  throw twoReadings({ place, expected: 'flags that every program knows', found });
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
