import type { Duplex } from 'node:stream';

/**
 * Ends our side and reads what the sandbox still sends, which would otherwise go unrecorded.
 */
export function hearOut(connection: Duplex): void {
  connection.end();
  connection.resume();
}
