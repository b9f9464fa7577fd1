import BetterSqlite3 from 'better-sqlite3';

/** Proves that the native module loads here. */
export function sqliteVersion(): string {
  const database = new BetterSqlite3(':memory:');
  try {
    return String(database.prepare('select sqlite_version()').pluck().get());
  } finally {
    database.close();
  }
}
