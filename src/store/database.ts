import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { AssayError, reasonOf } from '../base/assay-error.ts';
import { copyInMemory } from './copy-in-memory.ts';
import { makeFolder } from './make-folder.ts';
import { migrateTo } from './migrate-to.ts';
import { NEWEST_MIGRATION } from './migrations.ts';
import { isCurrent, requireOwnSchema } from './require-own-schema.ts';
import { requirePlain } from './require-plain.ts';
import { requireSmallSchema } from './require-small-schema.ts';

export type RunStatus = 'running' | 'interrupted' | 'finished';

/** The columns as stored; `plan`, `scorecard`, `seal` and `record` hold JSON of the contracts. */
export type Tables = {
  runs: {
    id: string;
    created_at: string;
    status: RunStatus;
    plan: string;
    scorecard: string | null;
    seal: string | null;
  };
  trials: {
    run_id: string;
    trial_id: string;
    attempt: number;
    ended_at: string;
    status: 'measured' | 'faulted';
    record: string;
  };
  matrices: {
    id: string;
    created_at: string;
    plan: string;
  };
};

const BUSY_TIMEOUT_MS = 5000;

/** Opens `assay.db` in the results folder for writing and migrates it to the newest schema. */
export async function openDatabase(resultsDir: string): Promise<Kysely<Tables>> {
  return await usable(resultsDir, async (file) => {
    makeFolder(resultsDir);
    const sqlite = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
    return await orClosed(sqlite, async () => {
      await requireOwnSchema(sqlite, file);
      sqlite.pragma('journal_mode = WAL');
      // A committed row survives even a power failure: what it records has been paid for.
      sqlite.pragma('synchronous = FULL');
      sqlite.pragma('foreign_keys = ON');
      return await migrated(sqlite);
    });
  });
}

/**
 * Reads `assay.db` and writes nothing, not even the files that SQLite puts beside it, so that the results of
 * another user or on a read-only medium can be read. Without a database there are no runs.
 */
export async function readDatabase(resultsDir: string): Promise<Kysely<Tables>> {
  return await usable(resultsDir, async (file) => {
    const shared = await openShared(file);
    if (shared !== null) return kyselyOf(shared);
    const copy = copyInMemory(file);
    return await orClosed(copy, async () => {
      await requireOwnSchema(copy, file);
      return await migrated(copy);
    });
  });
}

/** Opens the database itself if another process has it open; `null` if only a copy can be read. */
async function openShared(file: string): Promise<BetterSqlite3.Database | null> {
  if (!existsSync(`${file}-shm`)) return null;
  try {
    const sqlite = new BetterSqlite3(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    return await orClosed(sqlite, async () => {
      await requireOwnSchema(sqlite, file);
      if (isCurrent(sqlite)) return sqlite;
      sqlite.close();
      return null;
    });
  } catch {
    // If the file itself is broken, reading the copy reports it.
    return null;
  }
}

async function usable(
  resultsDir: string,
  open: (file: string) => Promise<Kysely<Tables>>,
): Promise<Kysely<Tables>> {
  const file = join(resultsDir, 'assay.db');
  try {
    requireFolder(resultsDir);
    for (const suffix of ['', '-wal', '-shm', '-journal']) requirePlain(file + suffix, 'file');
    requireNoRollback(file);
    requireSmallSchema(file);
    return await open(file);
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    const message = `Cannot use the database ${file}: ${reasonOf(cause)}. Choose another folder with --results.`;
    throw new AssayError('STORE_UNUSABLE', message, { cause });
  }
}

function requireFolder(resultsDir: string): void {
  const isOther = statSync(resultsDir, { throwIfNoEntry: false })?.isDirectory() === false;
  if (!isOther) return;
  const message = `The results folder ${resultsDir} is not a folder. Choose another with --results.`;
  throw new AssayError('FILE_UNREADABLE', message);
}

/**
 * SQLite carries out a journal of this kind when it opens the database: it writes the pages in it, and removes the file
 * that it names as its own, wherever that is. Assay writes ahead and leaves none.
 */
function requireNoRollback(file: string): void {
  const journal = `${file}-journal`;
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size(journal) === 0 || size(file) === 0) return;
  const message = `${journal}: expected none, found one that would change the database. Choose another folder with --results.`;
  throw new AssayError('STORE_UNUSABLE', message);
}

async function orClosed<Result>(
  sqlite: BetterSqlite3.Database,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

async function migrated(sqlite: BetterSqlite3.Database): Promise<Kysely<Tables>> {
  await migrateTo(NEWEST_MIGRATION, sqlite);
  return kyselyOf(sqlite);
}

function kyselyOf(sqlite: BetterSqlite3.Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
}
