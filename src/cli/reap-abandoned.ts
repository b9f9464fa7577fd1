import { reapStaleSessions } from '../sandbox/session/session.ts';

export async function reapAbandonedSessions(): Promise<void> {
  await reapStaleSessions();
}
