import type BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationProvider } from './migrations.ts';

/** Brings a database to the schema of a version, which is the name of a migration. */
export async function migrateTo(version: string, sqlite: BetterSqlite3.Database): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const migrator = new Migrator({ db, provider: migrationProvider });
  const { error } = await migrator.migrateTo(version);
  if (error !== undefined) throw error;
}
