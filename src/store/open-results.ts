import { openDatabase, readDatabase } from './database.ts';
import type { RunReader, RunStore } from './run-store.ts';
import { SqliteRunReader } from './sqlite-run-reader.ts';
import { SqliteRunStore } from './sqlite-run-store.ts';

/**
 * Opens the results at a location, which is a folder: `assay.db` for what is listed and joined, `blobs/` for
 * evidence. Nothing is written there for reading: it may belong to somebody else, or not exist.
 */
export async function openResults(location: string, use: 'reading'): Promise<RunReader>;
export async function openResults(location: string, use: 'writing'): Promise<RunStore>;
export async function openResults(location: string, use: 'reading' | 'writing'): Promise<RunReader> {
  return use === 'reading'
    ? new SqliteRunReader(location, await readDatabase(location))
    : new SqliteRunStore(location, await openDatabase(location));
}
