import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo, type EngineConnection } from '../docker/connect-engine.ts';
import { NameFiles } from '../docker/name-files.ts';
import { reap } from '../engine/docker-engine.ts';
import { isAbandoned, readLease, removeLease } from './lease.ts';

export type StaleReport = {
  containers: number;
  /** Sessions whose engine does not answer now; they stay on record for a later command. */
  postponed: number;
};

/**
 * The longest that an engine takes to create a container that was requested just
 * before its process was killed.
 */
const LATE_CREATION_MS = 1_000;

/** Several commands may do this at the same time: what another one has removed is simply not found. */
export async function reapAbandoned(folder: string, sessions: readonly string[]): Promise<StaleReport> {
  const counts = await Promise.all(sessions.map((session) => reapIfAbandoned(folder, session)));
  return {
    containers: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    postponed: counts.filter((count) => count === null).length,
  };
}

/** `null` if the engine is down or busy: the lease stays, and the next command tries again. */
async function reapIfAbandoned(folder: string, session: string): Promise<number | null> {
  const lease = await readLease(folder, session);
  if (lease === null || !(await isAbandoned(lease))) return 0;
  try {
    const count = await reapUntilNone(await connectTo(lease.engine, ''), session);
    await new NameFiles(session)[Symbol.asyncDispose]();
    await removeLease(folder, session);
    return count;
  } catch {
    return null;
  }
}

async function reapUntilNone(connection: EngineConnection, session: string): Promise<number> {
  let count = await reap(connection, session);
  let late: number;
  do {
    await sleep(LATE_CREATION_MS);
    late = await reap(connection, session);
    count += late;
  } while (late > 0);
  return count;
}
