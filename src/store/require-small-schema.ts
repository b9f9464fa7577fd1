import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { AssayError } from '../base/assay-error.ts';

/** Places in https://www.sqlite.org/fileformat2.html: the first page, and the frames of a journal that may replace it. */
const MAGIC = 'SQLite format 3\0';
const SCHEMA_KIND_AT = 100;
const LEAF = 0x0d;
const WAL_HEADER_BYTES = 32;
const PAGE_SIZE_AT = 8;
const [SALT_AT, SALT_END] = [16, 24];
const FRAME_HEADER_BYTES = 24;
const [FRAME_SALT_AT, FRAME_SALT_END] = [8, 16];

/**
 * SQLite reads the schema as it opens a database. Ours fits on the first page; one that is spread over pages may refer to
 * the same page again and again, so that reading it never ends.
 */
export function requireSmallSchema(file: string): void {
  const kinds = [...schemaPageOf(file), ...schemaPagesIn(`${file}-wal`)];
  if (kinds.every((kind) => kind === LEAF)) return;
  const message = `The database ${file} is not as Assay makes it: its schema is too large. Choose another folder with --results.`;
  throw new AssayError('STORE_UNUSABLE', message);
}

/** The kind of the first page; nothing of what is no database. */
function schemaPageOf(file: string): number[] {
  return reading(file, (read) => {
    const header = read(0, SCHEMA_KIND_AT + 1);
    return header?.toString('latin1').startsWith(MAGIC) ? [header.readUInt8(SCHEMA_KIND_AT)] : [];
  });
}

function schemaPagesIn(wal: string): number[] {
  return reading(wal, (read) => {
    const header = read(0, WAL_HEADER_BYTES);
    const pageSize = header?.readUInt32BE(PAGE_SIZE_AT) ?? 0;
    if (header === null || !isPageSize(pageSize)) return [];
    const salt = header.subarray(SALT_AT, SALT_END);
    const kinds: number[] = [];
    for (let at = WAL_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageSize) {
      const frame = read(at, FRAME_HEADER_BYTES + SCHEMA_KIND_AT + 1);
      const page = frame?.readUInt32BE(0) ?? 0;
      // SQLite reads no further either: a file may have a hole of any length.
      if (frame === null || page === 0 || !salt.equals(frame.subarray(FRAME_SALT_AT, FRAME_SALT_END)))
        return kinds;
      if (page === 1) kinds.push(frame.readUInt8(FRAME_HEADER_BYTES + SCHEMA_KIND_AT));
    }
  });
}

/** SQLite takes a journal with another one for none. */
function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;
}

/** Reads bytes at a place; `null` if the file ends before. */
type Read = (at: number, bytes: number) => Buffer | null;

function reading(file: string, work: (read: Read) => number[]): number[] {
  if (!existsSync(file)) return [];
  const open = openSync(file, 'r');
  try {
    return work((at, bytes) => {
      const buffer = Buffer.alloc(bytes);
      return readSync(open, buffer, 0, bytes, at) === bytes ? buffer : null;
    });
  } finally {
    closeSync(open);
  }
}
