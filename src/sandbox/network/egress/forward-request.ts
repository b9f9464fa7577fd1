import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished, pipeline } from 'node:stream/promises';
import type { EgressOutcome } from '../../../contracts/egress.ts';
import type { ServiceSecret } from '../../sandbox.ts';
import type { BodyMeter } from './body-meter.ts';
import { errorCode } from './error-code.ts';
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

/** Forwards a request under the allowed name, whatever its Host header says, and says what came of it. */
export async function forwardRequest(
  { asked, body, socket, secrets, kept }: Forwarded,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<EgressOutcome> {
  const upstream = request({
    createConnection: () => socket,
    method: asked.method,
    path: insertSecrets(asked.sentPath, secrets, 'url'),
    headers: ['host', asked.authority, ...headersTo(asked, secrets)],
  });
  const ends = endsOf(upstream, outgoing);
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
  try {
    const response = await answered.promise;
    const [, outcome] = await Promise.all([isRead, passBack(response, { secrets, kept }, outgoing)]);
    return outcome;
  } catch (error) {
    outgoing.destroy();
    return ends.first === 'client' ? { kind: 'abandoned' } : { kind: 'failed', reason: ends.why(error) };
  }
}

/** Notes who ends first: whatever happens then happens to the other as well. */
function endsOf(upstream: ClientRequest, outgoing: ServerResponse) {
  let first: 'host' | 'client' | null = null;
  let status: number | null = null;
  const byHost = () => {
    first ??= 'host';
  };
  outgoing.once('close', () => {
    first ??= 'client';
  });
  upstream.once('error', byHost).once('response', (response) => {
    status = response.statusCode ?? null;
    response.once('error', byHost);
  });
  return {
    get first() {
      return first;
    },
    why(error: unknown): string {
      const what = status === null ? 'the request' : `its answer with status ${status}`;
      return `the host broke off ${what}: ${errorCode(error)}`;
    },
  };
}

async function passBack(
  response: IncomingMessage,
  { secrets, kept }: Pick<Forwarded, 'secrets' | 'kept'>,
  outgoing: ServerResponse,
): Promise<EgressOutcome> {
  const { 'content-encoding': coding = 'identity', 'content-range': range } = response.headers;
  const isUnreadable = secrets.length > 0 && (coding !== 'identity' || range !== undefined);
  if (isUnreadable) {
    response.destroy();
    const form = range === undefined ? `compressed (${coding})` : 'a part of one';
    const reason = `the answer is ${form}, although it must not be`;
    outgoing.writeHead(502).end(`T${reason.slice(1)}.\n`);
    return { kind: 'failed', reason };
  }
  const { statusCode: status = 502 } = response;
  const headers = headersFrom(response, secrets);
  kept?.begin(status, headers);
  outgoing.writeHead(status, headers);
  const clean = secrets.length === 0 ? null : withoutSecrets(secrets);
  (clean ?? response).on('data', (chunk: Buffer) => kept?.push(chunk));
  if (clean === null) await pipeline(response, outgoing);
  else await pipeline(response, clean, outgoing);
  return { kind: 'answered', status };
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
