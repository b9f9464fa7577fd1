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

/** An archive held in memory, listed, with nothing unpacked but what listing needs. */
export type OpenArchive = ArchiveListing & { format: ArchiveFormat; entries: readonly ReadableEntry[] };

export async function openArchive(bytes: Uint8Array, most: ArchiveSizes): Promise<OpenArchive> {
  const format = formatOf(bytes);
  const open = format === 'zip' ? openZip : openTar;
  const { entries, unpackedBytes } = await parsing(() => open(bytes, most));
  const guarded = entries.map((entry) => ({ ...entry, read: () => parsing(entry.read) }));
  return { format, packedBytes: bytes.byteLength, unpackedBytes, entries: guarded };
}

/** What the bytes are. Their name and their media type are claims, and a wrong one must not choose the parser. */
function formatOf(bytes: Uint8Array): ArchiveFormat {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return 'zip';
  return first === 0x1f && second === 0x8b ? 'tar.gz' : 'tar';
}

/** Whatever a parser throws on a stranger's bytes says that they cannot be read, and nothing else. */
async function parsing<Value>(parse: () => Promise<Value>): Promise<Value> {
  try {
    return await parse();
  } catch (cause) {
    throw new AssayError('FILE_UNREADABLE', `The parser gave up: ${messageOf(cause)}`, { cause });
  }
}
