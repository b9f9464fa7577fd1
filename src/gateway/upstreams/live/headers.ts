import type { UpstreamCall } from '../upstream.ts';
import type { ProviderAccess } from './provider-access.ts';

/** The client's headers that mean something to a provider. A sandbox could put anything into the others. */
const PASSED_ON = [
  'accept',
  'content-type',
  'user-agent',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
];

/**
 * Headers that concern one connection alone or that we set ourselves: the body is passed on decompressed. Waits are ours as well: a
 * client that is told of one sleeps through its time, for requests that were given up.
 */
const KEPT_BACK = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'retry-after',
  'retry-after-ms',
  'set-cookie',
  'transfer-encoding',
]);

export function requestHeaders({ headers, wire }: UpstreamCall, { key }: ProviderAccess): Headers {
  const sent = new Headers({ 'accept-encoding': 'identity' });
  for (const name of PASSED_ON) {
    const value = headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  if (key !== null) sent.set(...key.headerFor(wire.provider));
  return sent;
}

export function answerHeaders(headers: Headers, { key }: ProviderAccess): Headers {
  const passed = [...headers].filter(([name]) => !KEPT_BACK.has(name));
  return new Headers(passed.map(([name, value]) => [name, key?.hideIn(value) ?? value]));
}
