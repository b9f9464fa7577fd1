import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished, pipeline } from 'node:stream/promises';
import type { ServiceSecret } from '../../sandbox.ts';
import type { BodyMeter } from './body-meter.ts';
import type { KeptAnswer } from './recorded-answer.ts';
import type { ProxyRequest } from './request-target.ts';
import { holdsSecret, insertSecrets, removeSecrets, withoutSecrets } from './service-secrets.ts';

/** A request and the connection that it is sent on, with the secrets of its host. */
type Forwarded = {
  asked: ProxyRequest;
  body: BodyMeter;
  socket: Socket;
  secrets: readonly ServiceSecret[];
  /** Is given what is passed back. */
  kept: KeptAnswer | null;
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
/** A secret that is sent back can only be found in an answer that is whole and not compressed, and its placeholder has another length. */
const NOT_WITH_SECRETS = {
  asked: new Set(['accept-encoding', 'range', 'if-range']),
  answered: new Set(['content-length']),
};

/** Forwards a request under the allowed name, whatever its Host header says. */
export async function forwardRequest(
  { asked, body, socket, secrets, kept }: Forwarded,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const upstream = request({
    createConnection: () => socket,
    method: asked.method,
    path: insertSecrets(asked.sentPath, secrets, 'url'),
    headers: ['host', asked.authority, ...headersTo(asked, secrets)],
  });
  // A client that leaves before there is an answer leaves nobody to wait for it.
  outgoing.once('close', () => upstream.destroy());
  const answered = Promise.withResolvers<IncomingMessage>();
  upstream.on('response', answered.resolve).on('error', answered.reject);
  incoming.on('data', (chunk: Buffer) => body.push(chunk));
  incoming.pipe(upstream);
  // A host may answer, and leave, before it has read everything: it was sent all the same.
  upstream.once('close', () => incoming.unpipe(upstream).resume());
  // A request that breaks off has ended, too.
  const isRead = finished(incoming).catch(() => undefined);
  const response = await answered.promise;
  await Promise.all([isRead, passBack(response, { secrets, kept }, outgoing)]);
}

async function passBack(
  response: IncomingMessage,
  { secrets, kept }: Pick<Forwarded, 'secrets' | 'kept'>,
  outgoing: ServerResponse,
): Promise<void> {
  const { 'content-encoding': coding = 'identity', 'content-range': range } = response.headers;
  const isUnreadable = secrets.length > 0 && (coding !== 'identity' || range !== undefined);
  if (isUnreadable) {
    response.destroy();
    const form = range === undefined ? `compressed (${coding})` : 'a part of one';
    outgoing.writeHead(502).end(`The answer is ${form}, although it must not be.\n`);
    return;
  }
  const { statusCode: status = 502 } = response;
  const headers = headersFrom(response, secrets);
  kept?.begin(status, headers);
  outgoing.writeHead(status, headers);
  const clean = secrets.length === 0 ? null : withoutSecrets(secrets);
  (clean ?? response).on('data', (chunk: Buffer) => kept?.push(chunk));
  if (clean === null) await pipeline(response, outgoing);
  else await pipeline(response, clean, outgoing);
}

function headersTo({ headers }: ProxyRequest, secrets: readonly ServiceSecret[]): string[] {
  const isLeftOut = (name: string) =>
    OF_THIS_HOP.has(name) || (secrets.length > 0 && NOT_WITH_SECRETS.asked.has(name));
  const kept = headers.filter(({ name }) => !isLeftOut(name.toLowerCase()));
  // Node's client sends the body of some methods without any framing unless it is told to.
  const isChunked = headers.some(({ name }) => name.toLowerCase() === 'transfer-encoding');
  return [
    ...kept.flatMap(({ name, value }) => [name, insertSecrets(value, secrets, 'header')]),
    ...(isChunked ? ['transfer-encoding', 'chunked'] : []),
  ];
}

function headersFrom(
  { headers }: IncomingMessage,
  secrets: readonly ServiceSecret[],
): Record<string, string | string[]> {
  const isLeftOut = (name: string) =>
    OF_THIS_HOP.has(name) || (secrets.length > 0 && NOT_WITH_SECRETS.answered.has(name));
  const clean = (value: string) => removeSecrets(value, secrets);
  const kept = Object.entries(headers).flatMap(([name, value = '']) =>
    isLeftOut(name) || holdsSecret(name, secrets)
      ? []
      : [[name, Array.isArray(value) ? value.map(clean) : clean(value)] as const],
  );
  return Object.fromEntries(kept);
}
