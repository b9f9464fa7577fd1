import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A quarter of those that the pipe carries at a time. */
export const MOST_KEPT_ALIVE = 64;

/**
 * Has a server end each connection with its answer while more than a few are open. Clients keep idle ones for later, and
 * would wait for ever for those that find no room beside them.
 */
export function keepFewAlive(server: Server): void {
  let open = 0;
  server.on('connection', (connection: Duplex) => {
    open += 1;
    connection.once('close', () => {
      open -= 1;
    });
  });
  const onRequest = (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (open > MOST_KEPT_ALIVE) outgoing.shouldKeepAlive = false;
  };
  server.prependListener('request', onRequest);
  server.prependListener('checkExpectation', onRequest);
}
