import { connectTo } from './connect-engine.ts';
import { reap } from './docker-engine.ts';
import { isAbandoned, readLease, removeLease } from './lease.ts';

export type StaleReport = {
  containers: number;
  /** Sessions whose engine does not answer now; they stay on record for a later command. */
  postponed: number;
};

/** Several commands may be at this at once: what another one has removed is simply not found. */
export async function reapAbandoned(folder: string, sessions: readonly string[]): Promise<StaleReport> {
  const report = { containers: 0, postponed: 0 };
  for (const session of sessions) {
    const lease = await readLease(folder, session);
    if (lease === null || !(await isAbandoned(lease))) continue;
    try {
      report.containers += await reap(await connectTo(lease.engine, ''), session);
      await removeLease(folder, session);
    } catch {
      // The engine is down or busy. The lease stays, and the next command tries again.
      report.postponed += 1;
    }
  }
  return report;
}
