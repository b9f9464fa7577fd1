import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/** SQLite keeps its journal in a separate file, which a database in memory cannot have. */
const FORMAT_BYTES = [18, 19];
const ROLLBACK_JOURNAL = 1;

/** A copy of a database that can be changed without changing the file; empty if there is no file. */
export function copyInMemory(file: string): BetterSqlite3.Database {
  const image = imageOf(file);
  return new BetterSqlite3(image ?? ':memory:');
}

function imageOf(file: string): Buffer | null {
  if (sizeOf(file) === 0) return null;
  const image = sizeOf(`${file}-wal`) === 0 ? readFileSync(file) : withoutJournal(file);
  for (const at of FORMAT_BYTES) image[at] = ROLLBACK_JOURNAL;
  return image;
}

/** What a killed process had not yet moved into the database is still in its journal. */
function withoutJournal(file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'assay-read-'));
  try {
    const copy = join(folder, 'copy.db');
    for (const suffix of ['', '-wal']) writeFileSync(copy + suffix, readFileSync(file + suffix));
    const sqlite = new BetterSqlite3(copy);
    sqlite.pragma('journal_mode = DELETE');
    sqlite.close();
    return readFileSync(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
