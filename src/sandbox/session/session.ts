import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxEngine } from '../sandbox.ts';
import type { StaleReport } from './reap-abandoned.ts';
import type { SessionKind } from './start-session.ts';
import { stateDir } from './state-dir.ts';

/**
 * Opens an engine whose sandboxes are removed when it is disposed of. A lease on disk says that this
 * process may have some, so that they are found even if it is killed.
 */
export async function openSession(
  state = stateDir(),
  kind: SessionKind = {},
): Promise<SandboxEngine & AsyncDisposable> {
  const { startSession } = await import('./start-session.ts');
  return startSession(leaseFolder(state), randomUUID(), kind);
}

/**
 * Removes what killed processes left. Every command starts with this, so it loads
 * nothing unless there is a lease.
 */
export async function reapStaleSessions(state = stateDir()): Promise<StaleReport> {
  const folder = leaseFolder(state);
  const files = await readdir(folder).catch(() => []);
  const sessions = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
  if (sessions.length === 0) return { containers: 0, postponed: 0 };
  const { reapAbandoned } = await import('./reap-abandoned.ts');
  return reapAbandoned(folder, sessions);
}

export function leaseFolder(state: string): string {
  return join(state, 'sessions');
}
