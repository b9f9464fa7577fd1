import { extract, type Header } from 'tar-stream';
import { type ArchiveEntry, readMode } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import { gunzipMember } from './gunzip-member.ts';
import type { ReadableEntry } from './open-archive.ts';
import { BLOCK } from './tar-header.ts';
import { type TarMember, tarMembers } from './tar-members.ts';
import { entryPlace, twoReadings } from './two-readings.ts';

type Listing = { entries: ReadableEntry[]; unpackedBytes: number };

/** Lists a gzipped tar archive, but nothing of one that is larger than the limits can ever allow. */
export async function openGzippedTar(bytes: Uint8Array, most: ArchiveSizes): Promise<Listing> {
  const tar = await gunzipMember(bytes, mostTarBytes(most));
  return tar === null ? { entries: [], unpackedBytes: most.unpackedBytes + 1 } : await openTar(tar, most);
}

/**
 * Every entry may need a header, a long-name header with its block, and padding; the end is at most 20
 * blocks.
 */
function mostTarBytes({ unpackedBytes, entries }: ArchiveSizes): number {
  return unpackedBytes + entries * 16 * BLOCK + 20 * BLOCK;
}

/** Lists a tar archive whose members the parser finds where we do. */
export async function openTar(tar: Uint8Array, most: ArchiveSizes): Promise<Listing> {
  const members = tarMembers(tar, most.entries + 1);
  const parser = extract();
  parser.end(tar);
  const entries: ReadableEntry[] = [];
  let unpackedBytes = 0;
  for await (const entry of parser) {
    const { headerName } = requireMember(entry.header, members[entries.length]);
    const read = await readableEntry(entry.header, entry);
    entries.push({ ...read, headerName });
    unpackedBytes += read.size;
    if (entries.length > most.entries || unpackedBytes > most.unpackedBytes)
      return { entries, unpackedBytes };
  }
  const missed = members[entries.length];
  if (missed !== undefined) throw disagreement(missed.name, missed.offset);
  return { entries, unpackedBytes };
}

function requireMember(header: Header, member: TarMember | undefined): TarMember {
  const { name, size, linkname } = header;
  const offset = 'byteOffset' in header ? header.byteOffset : null;
  const isSame = member?.name === name && member.size === size && member.offset === offset;
  if (isSame && member.linkname === (linkname ?? '')) return member;
  throw disagreement(name, member?.offset ?? 0);
}

function disagreement(name: string, offset: number): Error {
  const place = entryPlace(name, offset);
  return twoReadings({ place, expected: 'the same entry for every program', found: 'another one' });
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
