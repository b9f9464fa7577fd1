import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { makeFolder } from './make-folder.ts';

/**
 * A run is for one process at a time: two would run the same trials, pay for both, and record one. The claim is a lock of
 * SQLite's, which the kernel lets go of however a process ends; its file stays, and is empty.
 */
export function claimRun(resultsDir: string, runId: string): Disposable {
  const folder = join(resultsDir, runId);
  const busy = `Run ${runId} is under way in another process.`;
  try {
    makeFolder(folder);
    const lock = new BetterSqlite3(join(folder, 'session.lock'), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return { [Symbol.dispose]: () => void lock.close() };
  } catch (cause) {
    if (isBusy(cause)) throw new AssayError('RUN_BUSY', `${busy} Wait for its end, or stop it there.`);
    throw new AssayError('STORE_UNUSABLE', `Cannot write to ${folder}: ${messageOf(cause)}.`, { cause });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_BUSY';
}
