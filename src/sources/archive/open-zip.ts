import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { type ArchiveEntry, readMode } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import type { ReadableEntry } from './open-archive.ts';

type Listing = { entries: ReadableEntry[]; unpackedBytes: number };

/**
 * Sizes are the claims of the zip's directory; the parser checks each entry against its claim when it reads
 * it.
 */
export async function openZip(bytes: Uint8Array, most: ArchiveSizes): Promise<Listing> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { decodeStrings: false });
  const entries: ReadableEntry[] = [];
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const readable = await readableEntry(zip, entry);
    entries.push(readable);
    unpackedBytes += readable.size;
    if (entries.length > most.entries || unpackedBytes > most.unpackedBytes) break;
  }
  return { entries, unpackedBytes };
}

const UNIX = 3;
const MAX_TARGET_BYTES = 4096;

async function readableEntry(zip: ZipFile, entry: Entry): Promise<ReadableEntry> {
  const kind = kindOf(entry);
  const read = async () => buffer(await zip.openReadStreamPromise(entry));
  const isShortLink = kind === 'symbolic-link' && entry.uncompressedSize <= MAX_TARGET_BYTES;
  return {
    name: nameOf(entry),
    kind,
    ...readMode(unixMode(entry)),
    size: entry.uncompressedSize,
    target: isShortLink ? (await read()).toString() : null,
    read,
  };
}

/**
 * Names are decoded here and not by the parser, so that a hostile name is a finding with a place and not a
 * crash.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** The file type bits of a Unix mode. A zip may leave them out. */
const UNIX_KINDS = new Map<number, ArchiveEntry['kind']>([
  [0, 'file'],
  [0o040000, 'folder'],
  [0o100000, 'file'],
  [0o120000, 'symbolic-link'],
]);

function kindOf(entry: Entry): ArchiveEntry['kind'] {
  if (nameOf(entry).endsWith('/')) return 'folder';
  if (!entry.canDecodeFileData()) return 'undecodable';
  return UNIX_KINDS.get(unixMode(entry) & 0o170000) ?? 'special';
}

/** Returns 0 if the zip was made on a system without modes. */
function unixMode({ versionMadeBy, externalFileAttributes }: Entry): number {
  return versionMadeBy >>> 8 === UNIX ? externalFileAttributes >>> 16 : 0;
}
