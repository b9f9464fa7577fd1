import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Asker } from '../../../contracts/asker.ts';
import { keepFewAlive } from './keep-few-alive.ts';
import type { InTurn } from './turns.ts';

/** It is told who asks; `null` if the kernel does not tell, or there is no agent program. */
export type RequestHandler = (request: Request, asker: Asker | null) => Promise<Response>;

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

export const MAX_REQUESTS_PER_CONNECTION = 100;
/** Tells who has the connection open now. */
export type AskWho = (signal: AbortSignal) => Promise<Asker | null>;

/** A client can pipeline requests without awaiting answers, and each unanswered request takes memory. */
export const MAX_PIPELINED = 16;

/**
 * Returns a function that serves HTTP on an existing connection, without a listening socket. The requests of one
 * connection are answered one at a time, each in a turn.
 */
export function serveRequests(
  handler: RequestHandler,
  inTurn: InTurn,
): (connection: Duplex, askWho?: AskWho) => void {
  const asked = new WeakMap<Duplex, AskWho>();
  const unanswered = new WeakMap<Duplex, Exchange[]>();
  const serveNext = async (connection: Duplex, exchanges: Exchange[]) => {
    const [exchange] = exchanges;
    if (exchange === undefined || connection.destroyed) return;
    // Each request anew: whoever opened the connection may have ended since.
    const asker = (await whileOpen(connection, asked.get(connection))) ?? null;
    // A connection that broke off meanwhile has nobody left to answer.
    if (connection.destroyed) return;
    await answer((request) => handler(request, asker), exchange).catch(() => exchange.outgoing.destroy());
    exchanges.shift();
    if (exchanges.length > 0) inTurn(() => serveNext(connection, exchanges));
  };
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming;
    const exchanges = unanswered.get(socket) ?? [];
    unanswered.set(socket, exchanges);
    if (exchanges.length === MAX_PIPELINED) return void socket.destroy();
    exchanges.push({ incoming, outgoing });
    if (exchanges.length === 1) inTurn(() => serveNext(socket, exchanges));
  });
  keepFewAlive(server);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  return (connection, askWho) => {
    if (askWho !== undefined) asked.set(connection, askWho);
    server.emit('connection', connection);
  };
}

async function whileOpen(connection: Duplex, askWho: AskWho | undefined): Promise<Asker | null> {
  if (askWho === undefined) return null;
  const closed = new AbortController();
  const abort = () => closed.abort();
  connection.once('close', abort);
  try {
    return await askWho(closed.signal);
  } finally {
    connection.off('close', abort);
  }
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  { incoming, outgoing }: Exchange,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const response = await handler(requestOf(incoming, gone.signal));
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.writeHead(response.status);
  if (response.body === null) {
    outgoing.end();
  } else {
    await pipeline(Readable.fromWeb(response.body), outgoing);
  }
}

/** The handler is given no host: the one that the sandbox claims to have requested means nothing. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headersDistinct } = incoming;
  const { pathname, search } = new URL(url, 'http://gateway.invalid');
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' as const } : {};
  return new Request(`http://gateway.invalid${pathname}${search}`, { method, headers, signal, ...body });
}
