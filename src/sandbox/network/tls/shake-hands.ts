import type { Duplex } from 'node:stream';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';
import type { Credentials } from './certificate-authority.ts';

/** How many servers are kept for a host. Clients could have the harness make hundreds at a time. */
const MOST_IDLE = 4;

/**
 * Whoever only speaks HTTP/2 is refused, everybody else falls back. What costs least comes first: the connection never leaves
 * this machine, so it needs no key exchange that withstands quantum computers.
 */
const OPTIONS = {
  minVersion: 'TLSv1.3',
  ALPNProtocols: ['http/1.1'],
  ecdhCurve: 'X25519:P-256:P-384:P-521',
  ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
} satisfies TlsOptions;

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
  const server = idleServers.pop() ?? createServer({ ...OPTIONS, ...credentials });
  // Events of a server do not tell which connection they are about, so each has one handshake at a time.
  server.once('secureConnection', (socket) => {
    server.removeListener('tlsClientError', onFailed);
    if (idleServers.length < MOST_IDLE) idleServers.push(server);
    onSecured(socket);
  });
  server.once('tlsClientError', onFailed);
  server.emit('connection', connection);
}
