import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { makeFolder } from './make-folder.ts';
import { requirePlain } from './require-plain.ts';

/**
 * A run belongs to one process at a time: two would run the same trials, pay for both, and record one. The
 * claim is an SQLite lock, which the kernel releases however the process ends; its empty file stays.
 */
export function claimRun(resultsDir: string, runId: string): Disposable {
  const file = lockOf(resultsDir, runId);
  const folder = dirname(file);
  const busy = `Run ${runId} is under way in another process.`;
  try {
    requireEmptyLock(file);
    makeFolder(folder);
    const lock = new BetterSqlite3(file, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return { [Symbol.dispose]: () => void lock.close() };
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    if (isBusy(cause))
      throw new AssayError('RUN_BUSY', `${busy} Wait until it finishes, or stop that process.`);
    throw new AssayError('STORE_UNUSABLE', `Cannot write to ${folder}: ${messageOf(cause)}.`, { cause });
  }
}

/** Whether a process has claimed the run. Checking takes no claim and writes nothing. */
export function isClaimed(resultsDir: string, runId: string): boolean {
  const file = lockOf(resultsDir, runId);
  requireEmptyLock(file);
  if (!existsSync(file)) return false;
  const lock = new BetterSqlite3(file, { timeout: 0, readonly: true });
  try {
    lock.prepare('SELECT 1 FROM sqlite_master').all();
    return false;
  } catch (cause) {
    if (isBusy(cause)) return true;
    throw cause;
  } finally {
    lock.close();
  }
}

/** A lock is never written to. As a database, it would be read for its claim. */
function requireEmptyLock(file: string): void {
  requirePlain(dirname(file), 'folder');
  requirePlain(file, 'file');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new AssayError('STORE_UNUSABLE', `${file}: expected an empty file. Remove it if nobody runs this.`);
}

function lockOf(resultsDir: string, runId: string): string {
  return join(resultsDir, runId, 'session.lock');
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_BUSY';
}
