import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { makeFolder } from './make-folder.ts';
import { migrationProvider } from './migrations.ts';

export type RunStatus = 'running' | 'interrupted' | 'finished';

/** The columns as they are; `plan`, `scorecard` and `record` hold JSON of the contracts. */
export type Tables = {
  runs: { id: string; created_at: string; status: RunStatus; plan: string; scorecard: string | null };
  trials: {
    run_id: string;
    trial_id: string;
    attempt: number;
    ended_at: string;
    status: 'measured' | 'faulted';
    record: string;
  };
};

const BUSY_TIMEOUT_MS = 5000;

/** What is opened where nothing was recorded: a new database, or for a reader an empty one that leaves no trace. */
export type WhereMissing = 'create' | 'empty';

const IN_MEMORY = ':memory:';

/** Opens `assay.db` in the results folder and brings it to the newest schema. */
export async function openDatabase(resultsDir: string, whereMissing: WhereMissing): Promise<Kysely<Tables>> {
  const file = join(resultsDir, 'assay.db');
  try {
    requireFolder(resultsDir);
    if (whereMissing === 'create') makeFolder(resultsDir);
    const isEmpty = whereMissing === 'empty' && !existsSync(file);
    const sqlite = new BetterSqlite3(isEmpty ? IN_MEMORY : file, { timeout: BUSY_TIMEOUT_MS });
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('foreign_keys = ON');
    const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
    await migrate(database);
    return database;
  } catch (cause) {
    const message = `Cannot use the database ${file}: ${messageOf(cause)}. Choose another folder with --results.`;
    throw new AssayError('STORE_UNUSABLE', message, { cause });
  }
}

function requireFolder(resultsDir: string): void {
  const isOther = statSync(resultsDir, { throwIfNoEntry: false })?.isDirectory() === false;
  if (isOther) throw new Error(`${resultsDir} is not a folder`);
}

async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: migrationProvider });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
