import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { type ArchiveEntry, readMode } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import type { ReadableEntry } from './open-archive.ts';

type Listing = { entries: ReadableEntry[]; unpackedBytes: number };

const BLOCK = 512;

/** Lists a tar archive, plain or gzipped. */
export async function openTar(bytes: Uint8Array, most: ArchiveSizes): Promise<Listing> {
  const tar = await gunzipped(bytes, most);
  return tar === null ? { entries: [], unpackedBytes: most.unpackedBytes + 1 } : listTar(tar, most);
}

/** Returns `null` if the data is larger than the limits can ever allow, however much of it is files. */
async function gunzipped(bytes: Uint8Array, most: ArchiveSizes): Promise<Uint8Array | null> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: mostTarBytes(most) });
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/**
 * Every entry may need a header, a long-name header with its block, and padding; the end is at most 20
 * blocks.
 */
function mostTarBytes({ unpackedBytes, entries }: ArchiveSizes): number {
  return unpackedBytes + entries * 16 * BLOCK + 20 * BLOCK;
}

async function listTar(tar: Uint8Array, most: ArchiveSizes): Promise<Listing> {
  const parser = extract();
  parser.end(tar);
  const entries: ReadableEntry[] = [];
  let unpackedBytes = 0;
  for await (const entry of parser) {
    const read = await readableEntry(entry.header, entry);
    entries.push(read);
    unpackedBytes += read.size;
    if (entries.length > most.entries || unpackedBytes > most.unpackedBytes) break;
  }
  return { entries, unpackedBytes };
}

async function readableEntry(header: Header, body: AsyncIterable<unknown>): Promise<ReadableEntry> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  return { ...describeEntry(header), size: content.byteLength, read: async () => content };
}

/** The parser leaves the type empty if it does not know it. */
const KINDS = new Map<string | null, ArchiveEntry['kind']>([
  ['file', 'file'],
  ['contiguous-file', 'file'],
  ['directory', 'folder'],
  ['symlink', 'symbolic-link'],
  ['link', 'hard-link'],
]);

/** The oldest archives represent a folder as a file whose name ends in a slash. */
function describeEntry({ name, type, mode, linkname }: Header): Omit<ArchiveEntry, 'size'> {
  const kind = KINDS.get(type) ?? 'special';
  return {
    name,
    kind: kind === 'file' && name.endsWith('/') ? 'folder' : kind,
    ...readMode(mode),
    target: linkname,
  };
}
