import type { Duplex } from 'node:stream';

/**
 * Nothing more is said to the inside, and what it still says is read. Who was cut off could not send what they would have,
 * and that would be on no record.
 */
export function hearOut(connection: Duplex): void {
  connection.end();
  connection.resume();
}
