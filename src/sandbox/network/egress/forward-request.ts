import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ServiceSecret } from '../../sandbox.ts';
import type { BodyMeter } from './body-meter.ts';
import type { ProxyRequest } from './request-target.ts';
import { insertSecrets, removeSecrets, withoutSecrets } from './service-secrets.ts';

/** A request and the connection that it is sent on, with the secrets of its host. */
type Forwarded = {
  asked: ProxyRequest;
  body: BodyMeter;
  socket: Socket;
  secrets: readonly ServiceSecret[];
  /** Is given what is passed back. */
  kept: { push: (chunk: Buffer) => void } | null;
};

const OF_THIS_HOP = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** A secret that is sent back can only be found in an answer that is not compressed, and its placeholder has another length. */
const NOT_WITH_SECRETS = { asked: new Set(['accept-encoding']), answered: new Set(['content-length']) };

/** Forwards a request under the allowed name, whatever its Host header says. */
export async function forwardRequest(
  { asked, body, socket, secrets, kept }: Forwarded,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const upstream = request({
    createConnection: () => socket,
    method: asked.method,
    path: insertSecrets(asked.path, secrets, 'url'),
    headers: ['host', asked.authority, ...headersTo(asked, secrets)],
  });
  // A client that leaves before there is an answer leaves nobody to wait for it.
  outgoing.once('close', () => upstream.destroy());
  const answered = Promise.withResolvers<IncomingMessage>();
  upstream.on('response', answered.resolve).on('error', answered.reject);
  incoming.on('data', (chunk: Buffer) => body.push(chunk));
  const sent = pipeline(incoming, upstream);
  const response = await Promise.race([answered.promise, sent.then(() => answered.promise)]);
  await Promise.all([sent, passBack(response, { secrets, kept }, outgoing)]);
}

async function passBack(
  response: IncomingMessage,
  { secrets, kept }: Pick<Forwarded, 'secrets' | 'kept'>,
  outgoing: ServerResponse,
): Promise<void> {
  const { 'content-encoding': coding = 'identity' } = response.headers;
  if (secrets.length > 0 && coding !== 'identity') {
    response.destroy();
    outgoing.writeHead(502).end(`The answer is compressed (${coding}), although it must not be.\n`);
    return;
  }
  outgoing.writeHead(response.statusCode ?? 502, headersFrom(response, secrets));
  const clean = secrets.length === 0 ? null : withoutSecrets(secrets);
  (clean ?? response).on('data', (chunk: Buffer) => kept?.push(chunk));
  if (clean === null) await pipeline(response, outgoing);
  else await pipeline(response, clean, outgoing);
}

function headersTo({ headers }: ProxyRequest, secrets: readonly ServiceSecret[]): string[] {
  const isLeftOut = (name: string) =>
    OF_THIS_HOP.has(name) || (secrets.length > 0 && NOT_WITH_SECRETS.asked.has(name));
  return headers
    .filter(({ name }) => !isLeftOut(name.toLowerCase()))
    .flatMap(({ name, value }) => [name, insertSecrets(value, secrets, 'header')]);
}

function headersFrom({ headers }: IncomingMessage, secrets: readonly ServiceSecret[]): OutgoingHttpHeaders {
  const isLeftOut = (name: string) =>
    OF_THIS_HOP.has(name) || (secrets.length > 0 && NOT_WITH_SECRETS.answered.has(name));
  const clean = (value: string) => removeSecrets(value, secrets);
  const kept = Object.entries(headers).flatMap(([name, value = '']) =>
    isLeftOut(name) ? [] : [[name, Array.isArray(value) ? value.map(clean) : clean(value)] as const],
  );
  return Object.fromEntries(kept);
}
