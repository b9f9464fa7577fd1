import BetterSqlite3 from 'better-sqlite3';
import { AssayError } from '../base/assay-error.ts';
import { migrateTo } from './migrate-to.ts';
import { MIGRATION_NAMES, NEWEST_MIGRATION } from './migrations.ts';

type SchemaObject = { type: string; name: string; tbl_name: string; sql: string | null };

/** One more than any version has shows that there are too many. */
const OBJECTS = 'select type, name, tbl_name, sql from sqlite_master order by name limit 100';
const APPLIED = 'select name from kysely_migration limit 1000';
const BOOKKEEPING = /^(?:sqlite_autoindex_)?kysely_migration(?:_lock)?(?:_1)?$/;

/**
 * Refuses a database that is not exactly as the migrations make it, because results may come from elsewhere: a trigger
 * changes what is recorded, and a view in place of a table may never end. Nothing is read of a table before it is known
 * to be one of ours. A database of a newer Assay is named as that.
 */
export async function requireOwnSchema(sqlite: BetterSqlite3.Database, file: string): Promise<void> {
  sqlite.pragma('trusted_schema = OFF');
  const found = objectsOf(sqlite);
  if (found.length === 0) return;
  const newest = await schemaOf(NEWEST_MIGRATION);
  const bookkeeping = found.filter(({ name }) => BOOKKEEPING.test(name));
  requireSame(bookkeeping, newest.filter(isAmong(bookkeeping)), file);
  const applied = appliedMigrations(sqlite, bookkeeping);
  requireKnown(applied, file);
  // A process that was killed as it made the database may have got no further than the tables of the migrator.
  const version = applied.at(-1);
  const expected = version === undefined ? newest.filter(isAmong(bookkeeping)) : await schemaOf(version);
  requireSame(found, expected, file);
  requireWhole(sqlite, file);
}

export function isCurrent(sqlite: BetterSqlite3.Database): boolean {
  return appliedMigrations(sqlite, objectsOf(sqlite)).length === MIGRATION_NAMES.length;
}

function objectsOf(sqlite: BetterSqlite3.Database): SchemaObject[] {
  return sqlite.prepare<[], SchemaObject>(OBJECTS).all();
}

function appliedMigrations(sqlite: BetterSqlite3.Database, objects: readonly SchemaObject[]): string[] {
  if (!objects.some(({ name }) => name === 'kysely_migration')) return [];
  return sqlite.prepare(APPLIED).pluck().all().map(String).toSorted();
}

function requireKnown(applied: readonly string[], file: string): void {
  if (applied.every((name) => MIGRATION_NAMES.includes(name))) return;
  throw new AssayError(
    'STORE_UNUSABLE',
    `The database ${file} was made by a newer Assay: its schema is version ${versionOf(applied)}, and this Assay ` +
      `understands version ${versionOf(MIGRATION_NAMES)} and older. Update Assay, or choose another folder with --results.`,
  );
}

/** Migrations are numbered, so the newest one is the version. */
function versionOf(names: readonly string[]): string {
  return JSON.stringify(names.toSorted().at(-1) ?? 'none');
}

async function schemaOf(version: string): Promise<SchemaObject[]> {
  const sqlite = new BetterSqlite3(':memory:');
  try {
    await migrateTo(version, sqlite);
    return objectsOf(sqlite);
  } finally {
    sqlite.close();
  }
}

function isAmong(objects: readonly SchemaObject[]): (object: SchemaObject) => boolean {
  const names = new Set(objects.map(({ name }) => name));
  return ({ name }) => names.has(name);
}

function requireSame(found: readonly SchemaObject[], expected: readonly SchemaObject[], file: string): void {
  const [own, theirs] = [textsOf(expected), textsOf(found)];
  const other = found.find((object) => !own.has(textOf(object)));
  if (other !== undefined) throw notOurs(file, `it has another ${other.type} "${other.name}"`);
  const missing = expected.find((object) => !theirs.has(textOf(object)));
  if (missing !== undefined) throw notOurs(file, `it lacks the ${missing.type} "${missing.name}"`);
}

function textsOf(objects: readonly SchemaObject[]): Set<string> {
  return new Set(objects.map(textOf));
}

function textOf({ type, name, tbl_name, sql }: SchemaObject): string {
  return JSON.stringify([type, name, tbl_name, sql]);
}

function notOurs(file: string, difference: string): AssayError {
  return new AssayError(
    'STORE_UNUSABLE',
    `The database ${file} is not as Assay makes it: ${difference}. It could change what a run records. ` +
      'Choose another folder with --results.',
  );
}

/** Pages that are used twice can make a table endless, or one that changes with another. */
function requireWhole(sqlite: BetterSqlite3.Database, file: string): void {
  const problem = String(sqlite.pragma('quick_check(1)', { simple: true }));
  if (problem === 'ok') return;
  const message = `The database ${file} is damaged: ${problem}. Choose another folder with --results.`;
  throw new AssayError('STORE_UNUSABLE', message);
}
