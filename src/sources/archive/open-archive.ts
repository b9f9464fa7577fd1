import { AssayError, messageOf } from '../../base/assay-error.ts';
import type { ArchiveEntry, ArchiveListing } from '../../checks/source/archive-entry.ts';
import type { ArchiveSizes } from '../../checks/source/judge-archive.ts';
import type { ArchiveFormat } from './archive-name.ts';
import { detectFormat } from './detect-format.ts';
import { openGzippedTar, openTar } from './open-tar.ts';
import { openZip } from './open-zip.ts';

export type ReadableEntry = ArchiveEntry & {
  /** The bytes of a file. Called only after the listing has been judged. */
  read(): Promise<Uint8Array>;
};

/** A listed archive in memory. Only what the listing needs is unpacked. */
export type OpenArchive = ArchiveListing & { format: ArchiveFormat; entries: readonly ReadableEntry[] };

const OPEN = { zip: openZip, 'tar.gz': openGzippedTar, tar: openTar } satisfies Record<
  ArchiveFormat,
  unknown
>;

/** Opens an archive that every program reads alike. `promised` is the format that its name says, if any. */
export async function openArchive(
  bytes: Uint8Array,
  most: ArchiveSizes,
  promised: ArchiveFormat | null,
): Promise<OpenArchive> {
  const format = detectFormat(bytes, promised);
  const { entries, unpackedBytes } = await parsing(() => OPEN[format](bytes, most));
  const guarded = entries.map((entry) => ({ ...entry, read: () => parsing(entry.read) }));
  return { format, packedBytes: bytes.byteLength, unpackedBytes, entries: guarded };
}

/** Whatever a parser throws on untrusted bytes means that they cannot be read, and nothing else. */
async function parsing<Value>(parse: () => Promise<Value>): Promise<Value> {
  try {
    return await parse();
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    throw new AssayError('FILE_UNREADABLE', `The parser gave up: ${messageOf(cause)}`, { cause });
  }
}
