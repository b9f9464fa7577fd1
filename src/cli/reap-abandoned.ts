import { reapStaleSessions } from '../sandbox/session.ts';

export async function reapAbandoned(): Promise<void> {
  await reapStaleSessions();
}
