import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAbandoned, readLease, writeLease } from '../../src/sandbox/session/lease.ts';

const PREFIX = 'assay-tests-';
/** The runner's own lease, beside those that sessions of its tests have further below. */
const RUNNER = 'runner';

/** Makes the folder that this process and all that it starts use for temporary files. */
export async function makeRunnerFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // As the folder that it stands for: tests that run as another user have files there too.
  chmodSync(folder, 0o1777);
  await writeLease(folder, RUNNER, 'none');
  return folder;
}

/** The folders of runners that have ended, and whose watchdog ended before its work was done. */
export async function abandonedFolders(): Promise<string[]> {
  const folders = readdirSync(tmpdir())
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(tmpdir(), name));
  const leases = await Promise.all(folders.map((folder) => readLease(folder, RUNNER)));
  const abandoned = await Promise.all(leases.map((lease) => lease !== null && isAbandoned(lease)));
  return folders.filter((_, index) => abandoned[index]);
}
