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

/** Opens `assay.db` in the results folder and brings it to the newest schema. */
export async function openDatabase(resultsDir: string): Promise<Kysely<Tables>> {
  const file = join(resultsDir, 'assay.db');
  try {
    makeFolder(resultsDir);
    const sqlite = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
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

async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db: database, provider: migrationProvider });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
