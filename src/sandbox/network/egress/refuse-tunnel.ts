import type { Duplex } from 'node:stream';
import type { Target } from './decide.ts';
import type { EgressLog } from './egress-log.ts';
import { hearOut } from './hear-out.ts';

/** Records a tunnel that is not made, and says so. */
export function refuseTunnel(connection: Duplex, target: Target, log: EgressLog): void {
  log.add({ kind: 'connect', atMs: log.now(), ...target, decision: 'denied' });
  answerRefused(connection, '403 Forbidden');
}

export function answerRefused(connection: Duplex, status: '403 Forbidden' | '502 Bad Gateway'): void {
  connection.write(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  hearOut(connection);
}
