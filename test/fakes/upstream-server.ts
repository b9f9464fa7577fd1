import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Misbehaviour =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'reset' }
  /** After the headers of a good answer, before its first byte. */
  | { kind: 'reset-after-headers' }
  /** Takes the request and says nothing, ever. */
  | { kind: 'silence' }
  /** A good answer in one piece, of which half comes. */
  | { kind: 'cut-body' }
  | { kind: 'overloaded-event' };

type SeenRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

export type UpstreamServer = AsyncDisposable & {
  url: string;
  /** Every request as it arrived. */
  seen: SeenRequest[];
  /** How many are being answered now, and the most that ever were. */
  open: { now: number; most: number };
};

/** A provider on this machine's loopback that first does what it is told to do wrong, then answers as it should. */
export async function startUpstreamServer(
  answer: (request: Request) => Promise<Response>,
  misbehaviours: Misbehaviour[] = [],
): Promise<UpstreamServer> {
  const seen: SeenRequest[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer((incoming, outgoing) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    outgoing.on('close', () => {
      open.now -= 1;
    });
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const { method = 'GET', url = '/', headers } = incoming;
    seen.push({ method, url, headers, body });
    const wrong = misbehaviours.shift();
    if (wrong !== undefined) return misbehave(wrong, outgoing);
    await give(await answer(requestOf({ method, url, headers, body })), outgoing);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function misbehave(wrong: Misbehaviour, outgoing: ServerResponse): void {
  if (wrong.kind === 'status') {
    outgoing.writeHead(wrong.status, { 'content-type': 'application/json', ...wrong.headers });
    outgoing.end(wrong.body ?? JSON.stringify({ error: { type: 'x', message: 'as told' } }));
  } else if (wrong.kind === 'reset') {
    outgoing.destroy();
  } else if (wrong.kind === 'reset-after-headers') {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    outgoing.flushHeaders();
    setImmediate(() => outgoing.destroy());
  } else if (wrong.kind === 'cut-body') {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    outgoing.write('{"type":"message"', () => outgoing.destroy());
  } else if (wrong.kind === 'overloaded-event') {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    outgoing.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
  }
}

function requestOf({ method, url, headers, body }: SeenRequest): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') sent.set(name, value);
  return new Request(`http://provider.invalid${url}`, {
    method,
    headers: sent,
    ...(method === 'GET' ? {} : { body }),
  });
}

async function give(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // What was sent has left the process before the next thing happens: a connection that breaks takes nothing back.
  for await (const chunk of response.body ?? []) {
    if (outgoing.destroyed) return;
    await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()));
  }
  outgoing.end();
}
