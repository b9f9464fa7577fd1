import type { IncomingMessage } from 'node:http';
import type { Target } from './decide.ts';

export type Scheme = 'http' | 'https';

/** The resource and the host that a request asks for. */
export type ProxyRequest = Target & {
  scheme: Scheme;
  method: string;
  /** As it was said, for the record. */
  path: string;
  /** What the host is asked for: a user and password in it, or another host, are no part of it. */
  sentPath: string;
  url: string;
  /** The host in the form of a Host header. */
  authority: string;
  headers: { name: string; value: string }[];
};

const ABSOLUTE =
  /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<userinfo>[^/?#@]*@)?(?<authority>[^/?#]*)(?<path>(?:[/?#].*)?)$/i;
const DEFAULT_PORTS: Record<string, number> = { http: 80, https: 443, ftp: 21 };

/**
 * `reached` is the destination of the connection, if known: it takes precedence over what the request says. `over` is the
 * scheme of a request that says none.
 */
export function askedOf(incoming: IncomingMessage, reached: Target | null, over: Scheme): ProxyRequest {
  const { url: raw = '/', method = 'GET' } = incoming;
  const { scheme: written = over, userinfo = '', authority, path = '' } = ABSOLUTE.exec(raw)?.groups ?? {};
  const scheme = reached?.host ? over : written.toLowerCase();
  const defaultPort = DEFAULT_PORTS[scheme] ?? 80;
  const target = reached?.host ? reached : targetOf(authority ?? incoming.headers.host ?? '', defaultPort);
  const named = target.host === null ? '' : authorityOf(target, defaultPort);
  const ownPath = authority === undefined ? raw : path || '/';
  return {
    ...target,
    scheme: scheme === 'https' ? 'https' : 'http',
    method,
    // Keep the raw target if it has credentials; the path alone would hide them.
    path: userinfo === '' ? ownPath : raw,
    sentPath: ownPath,
    url: `${scheme}://${named}${ownPath}`,
    authority: named,
    headers: pairs(incoming.rawHeaders),
  };
}

/** Parses `host:port`, and removes the brackets of an IPv6 address. */
export function targetOf(authority: string, defaultPort: number): Target {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = bracketed ?? plain;
  const number = Number(port ?? defaultPort);
  if (host === '' || number > 65535) return { host: authority === '' ? null : authority, port: defaultPort };
  return { host: host.toLowerCase(), port: number };
}

function authorityOf({ host, port }: Target, defaultPort: number): string {
  const name = host?.includes(':') ? `[${host}]` : (host ?? '');
  return port === defaultPort ? name : `${name}:${port}`;
}

function pairs(rawHeaders: readonly string[]): ProxyRequest['headers'] {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  return names.map((name, index) => ({ name, value: rawHeaders[2 * index + 1] ?? '' }));
}
