import type BetterSqlite3 from 'better-sqlite3';
import { AssayError } from '../base/assay-error.ts';
import { MIGRATION_NAMES } from './migrations.ts';

const APPLIED = 'select name from kysely_migration order by name';
const HAS_TABLE = "select count(*) from sqlite_master where name = 'kysely_migration'";

/** Refuses a database from a newer Assay, because the meaning of its tables is unknown. */
export function requireKnownSchema(sqlite: BetterSqlite3.Database, file: string): void {
  const applied = appliedMigrations(sqlite);
  if (applied.every((name) => MIGRATION_NAMES.includes(name))) return;
  throw new AssayError(
    'STORE_UNUSABLE',
    `The database ${file} was made by a newer Assay: its schema is version ${versionOf(applied)}, and this Assay ` +
      `understands version ${versionOf(MIGRATION_NAMES)} and older. Update Assay, or choose another folder with --results.`,
  );
}

export function isCurrent(sqlite: BetterSqlite3.Database): boolean {
  const applied = appliedMigrations(sqlite);
  return applied.length === MIGRATION_NAMES.length && applied.every((name) => MIGRATION_NAMES.includes(name));
}

function appliedMigrations(sqlite: BetterSqlite3.Database): string[] {
  if (sqlite.prepare(HAS_TABLE).pluck().get() === 0) return [];
  return sqlite.prepare(APPLIED).pluck().all().map(String);
}

/** Migrations are numbered, so the newest one is the version. */
function versionOf(names: readonly string[]): string {
  return JSON.stringify(names.toSorted().at(-1) ?? 'none');
}
