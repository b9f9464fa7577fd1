import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { messageOf } from '../../base/assay-error.ts';
import type { FetchFailure } from '../../contracts/fetched.ts';
import { decodeBody, tooLarge } from './decode-body.ts';
import { type Address, addressesOf, bareHost, type ReachPolicy, schemeRefusal } from './reach.ts';

export type ExchangeTerms = { accept: string; maxBytes: number; reach: ReachPolicy; signal: AbortSignal };

export type HttpExchange =
  | {
      status: 'answered';
      httpStatus: number;
      contentType: string | null;
      location: string | null;
      body: Uint8Array<ArrayBuffer>;
    }
  | { status: 'failed'; httpStatus: number | null; reason: FetchFailure; detail: string };

/** One request and its answer, or why there is none. Cookies and credentials are neither sent nor kept. */
export async function exchange(url: URL, terms: ExchangeTerms): Promise<HttpExchange> {
  const refusal = schemeRefusal(url, terms.reach);
  if (refusal !== null) return failed(refusal, null);
  let httpStatus: number | null = null;
  try {
    const addresses = await beforeAbort(addressesOf(url, terms.reach), terms.signal);
    if ('reason' in addresses) return failed(addresses, null);
    const answer = await send(url, addresses, terms);
    httpStatus = answer.statusCode ?? null;
    return await receive(answer, terms);
  } catch (thrown) {
    return failed(faultOf(thrown, terms.signal), httpStatus);
  }
}

function failed(why: { reason: FetchFailure; detail: string }, httpStatus: number | null): HttpExchange {
  return { status: 'failed', httpStatus, ...why };
}

/** A timeout is an outcome; an interruption by the user is not, and is thrown. */
function faultOf(thrown: unknown, signal: AbortSignal): { reason: FetchFailure; detail: string } {
  if (!signal.aborted) return { reason: 'unreachable', detail: messageOf(thrown) };
  const { reason } = signal;
  if (!(reason instanceof DOMException) || reason.name !== 'TimeoutError') throw reason;
  return { reason: 'timeout', detail: 'the answer took too long' };
}

function send(
  url: URL,
  addresses: Address[],
  { accept, signal }: ExchangeTerms,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'skill-assay' };
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { protocol, port, pathname, search } = url;
  const target = { protocol, hostname: bareHost(url), port, path: `${pathname}${search}` };
  request({ ...target, headers, agent: false, signal, lookup: lookupOf(addresses) })
    .on('response', resolve)
    .on('error', reject)
    .end();
  return promise;
}

/** Returns the addresses that were judged, without another DNS lookup. */
function lookupOf(addresses: Address[]): LookupFunction {
  return (host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error(`${host} has no address`), '');
    else if (all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

async function receive(answer: http.IncomingMessage, { maxBytes }: ExchangeTerms): Promise<HttpExchange> {
  const httpStatus = answer.statusCode ?? 0;
  const contentType = answer.headers['content-type'] ?? null;
  if (httpStatus !== 200) {
    answer.destroy();
    const location = REDIRECTS.has(httpStatus) ? (answer.headers.location ?? null) : null;
    return { status: 'answered', httpStatus, contentType, location, body: new Uint8Array() };
  }
  const packed = await readAtMost(answer, maxBytes);
  if (packed === null) return failed(tooLarge(maxBytes), httpStatus);
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  const decoded = await decodeBody(packed, encoding, maxBytes);
  if ('reason' in decoded) return failed(decoded, httpStatus);
  return { status: 'answered', httpStatus, contentType, location: null, body: decoded.body };
}

async function readAtMost(
  answer: http.IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(answer.headers['content-length']) > maxBytes) {
    answer.destroy();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
  }
  return Buffer.concat(chunks);
}

async function beforeAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
