import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { ArchiveEntry, ArchiveListing } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import { openTar } from './open-tar.ts';
import { openZip } from './open-zip.ts';

type ArchiveFormat = 'zip' | 'tar.gz' | 'tar';

export type ReadableEntry = ArchiveEntry & {
  /** The bytes of a file. Called only after the listing has been judged. */
  read(): Promise<Uint8Array>;
};

/** A listed archive in memory. Only what the listing needs is unpacked. */
export type OpenArchive = ArchiveListing & { format: ArchiveFormat; entries: readonly ReadableEntry[] };

export async function openArchive(bytes: Uint8Array, most: ArchiveSizes): Promise<OpenArchive> {
  const format = formatOf(bytes);
  const open = format === 'zip' ? openZip : openTar;
  const { entries, unpackedBytes } = await parsing(() => open(bytes, most));
  const guarded = entries.map((entry) => ({ ...entry, read: () => parsing(entry.read) }));
  return { format, packedBytes: bytes.byteLength, unpackedBytes, entries: guarded };
}

/**
 * Detects the format from the bytes. Name and media type are claims, and a wrong one must not choose the
 * parser.
 */
function formatOf(bytes: Uint8Array): ArchiveFormat {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return 'zip';
  return first === 0x1f && second === 0x8b ? 'tar.gz' : 'tar';
}

/** Whatever a parser throws on untrusted bytes means that they cannot be read, and nothing else. */
async function parsing<Value>(parse: () => Promise<Value>): Promise<Value> {
  try {
    return await parse();
  } catch (cause) {
    throw new AssayError('FILE_UNREADABLE', `The parser gave up: ${messageOf(cause)}`, { cause });
  }
}
