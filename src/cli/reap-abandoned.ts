import { reapStaleSessions } from '../sandbox/session/session.ts';

export async function reapAbandoned(): Promise<void> {
  await reapStaleSessions();
}
