import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { Lease } from '../../contracts/lease.ts';

/**
 * Written before the first sandbox is made, and written atomically, because others may read it at any time.
 */
export async function writeLease(folder: string, session: string, engine: string): Promise<void> {
  const { pid } = process;
  const lease: Lease = { pid, processStart: await processStart(pid), hostname: hostname(), engine };
  try {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `${session}.unfinished`);
    await writeFile(unfinished, JSON.stringify(lease));
    await rename(unfinished, leaseFile(folder, session));
  } catch (cause) {
    const reason = messageOf(cause);
    const message = `${folder} cannot be written to (${reason}). Make it writable or set ASSAY_STATE_DIR.`;
    throw new AssayError('FILE_UNWRITABLE', message, { cause });
  }
}

export async function removeLease(folder: string, session: string): Promise<void> {
  await rm(leaseFile(folder, session), { force: true });
}

/** `null` if it no longer exists, or if this version does not understand it. */
export async function readLease(folder: string, session: string): Promise<Lease | null> {
  try {
    const lease = Lease.safeParse(JSON.parse(await readFile(leaseFile(folder, session), 'utf8')));
    return lease.success ? lease.data : null;
  } catch {
    return null;
  }
}

/** Whether its process has ended. Only the machine that it was written on can tell. */
export async function isAbandoned(lease: Lease): Promise<boolean> {
  if (lease.hostname !== hostname()) return false;
  if (!isRunning(lease.pid)) return true;
  return lease.processStart !== null && lease.processStart !== (await processStart(lease.pid));
}

function leaseFile(folder: string, session: string): string {
  return join(folder, `${session}.json`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/** In clock ticks since boot; `null` without /proc, and for a zombie process. */
async function processStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? null : (fields[18] ?? null);
}
