import type { Duplex } from 'node:stream';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import type { Credentials } from './certificate-authority.ts';

/** How many servers are kept for a host. Clients could have the harness make hundreds at a time. */
const MOST_IDLE = 4;

/** Servers without a handshake under way. Making one takes as long as a handshake. */
const idle = new WeakMap<Credentials, Server[]>();

/** Takes the part of the server in a TLS handshake, which either succeeds or fails. */
export function shakeHands(
  connection: Duplex,
  credentials: Credentials,
  { onSecured, onFailed }: { onSecured: (socket: TLSSocket) => void; onFailed: (error: Error) => void },
): void {
  const idleServers = idle.get(credentials) ?? [];
  idle.set(credentials, idleServers);
  const server = idleServers.pop() ?? serverWith(credentials);
  // Events of a server do not tell which connection they are about, so each has one handshake at a time.
  server.once('secureConnection', (socket) => {
    server.removeListener('tlsClientError', onFailed);
    if (idleServers.length < MOST_IDLE) idleServers.push(server);
    onSecured(socket);
  });
  server.once('tlsClientError', onFailed);
  server.emit('connection', connection);
}

function serverWith(credentials: Credentials): Server {
  // Whoever only speaks HTTP/2 is refused, everybody else falls back.
  return createServer({ ...credentials, minVersion: 'TLSv1.3', ALPNProtocols: ['http/1.1'] });
}
