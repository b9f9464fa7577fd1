import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reapAbandoned } from '../../src/sandbox/session/reap-abandoned.ts';
import { removeAllNoted } from './noted-images.ts';

/** State folders of tests are not deeper than that, and what else is in a runner's folder may be as deep as it likes. */
const LEASES = Array.from({ length: 5 }, (_, depth) => `${'*/'.repeat(depth)}sessions/*.json`);
/** A process that was killed may take a moment to end, and its containers are only then nobody's. */
const ATTEMPTS = 20;
const BETWEEN_ATTEMPTS_MS = 500;

/**
 * Removes what is left of a runner that has ended: its processes, their containers, the images that its tests built,
 * and its files. If the engine does not answer, the folder stays, and the next runner tries again.
 */
export async function clearRunnerFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const pid of processesOf(folder)) kill(pid);
    if (await isCleared(folder)) return rmSync(folder, { recursive: true, force: true });
    await sleep(BETWEEN_ATTEMPTS_MS);
  }
}

async function isCleared(folder: string): Promise<boolean> {
  try {
    await Promise.all(
      leasesIn(folder).map((lease) => reapAbandoned(dirname(lease), [basename(lease, '.json')])),
    );
    await removeAllNoted(folder);
  } catch {
    // The engine failed, or another process clears the same folder: what is left decides.
  }
  return [leasesIn(folder), globSync('images/*', { cwd: folder }), processesOf(folder)].every(
    ({ length }) => length === 0,
  );
}

function leasesIn(folder: string): string[] {
  return globSync(LEASES, { cwd: folder }).map((lease) => join(folder, lease));
}

/** All that a runner starts has its folder in the environment, even if its parent has ended. Only Linux shows that. */
function processesOf(folder: string): number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid !== process.pid && environmentOf(pid).includes(folder));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // It is no process, has ended, or belongs to somebody else.
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
