import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates } from 'node:tls';
import { messageOf } from '../../../base/assay-error.ts';
import { isAddress, isPublicAddress } from '../../../base/public-address.ts';
import type { Target } from './decide.ts';
import type { Scheme } from './request-target.ts';

/** Connects to an allowed host; returns `null` if it must not or cannot be reached. */
type Reach = (target: Target) => Promise<Socket | null>;

/** The way to everything outside, and the certificates, in PEM, of the authorities that servers there are checked against. */
export type Outside = { reach: Reach; authorities: () => readonly string[] };

export const UNREACHABLE = 'cannot be reached from here';

/** A connection, or a few words about why there is none. */
export type Reached = { socket: Socket } | { failure: string };

const CONNECT_LIMIT_MS = 10_000;

/** Names that lead to this machine or its own network stay unreachable, even if a policy allows them. */
function reachPublic(target: Target): Promise<Socket | null> {
  return reach(target, isPublicAddress);
}

/** Reaches any address. */
export function reachAny(target: Target): Promise<Socket | null> {
  return reach(target, () => true);
}

/** Everything, including services that are known to run on this machine. */
export const EVERYWHERE: Outside = { reach: reachAny, authorities: trustedHere };

/** Everything on the internet, checked against the authorities that this machine trusts. */
export const INTERNET: Outside = { reach: reachPublic, authorities: trustedHere };

/** Nothing: what was recorded answers. */
export const NOWHERE: Outside = { reach: async () => null, authorities: () => [] };

/** Connects to a host, and over TLS if the scheme asks for it. */
export async function reachOver(scheme: Scheme, target: Target, outside: Outside): Promise<Reached> {
  const socket = await outside.reach(target);
  if (socket === null) return { failure: UNREACHABLE };
  return scheme === 'https' ? await secure(socket, target, outside) : { socket };
}

async function secure(socket: Socket, { host }: Target, { authorities }: Outside): Promise<Reached> {
  const name = host ?? '';
  const secured = connectTls({
    socket,
    host: name,
    servername: isAddress(name) ? '' : name,
    ca: [...authorities()],
    ALPNProtocols: ['http/1.1'],
  });
  // The caller adds its own error listener.
  secured.on('error', () => undefined);
  try {
    await once(secured, 'secureConnect', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
    return { socket: secured };
  } catch (error) {
    secured.destroy();
    const code = error instanceof Error && 'code' in error ? `${error.code}` : messageOf(error);
    return { failure: `cannot be trusted: the TLS connection failed with ${code}` };
  }
}

let trusted: readonly string[] | null = null;

/** Reading them all takes a while, so they are read once. */
function trustedHere(): readonly string[] {
  trusted ??= [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  return trusted;
}

/** Resolves the name only once, so that the address that was examined is the one that is connected to. */
async function reach({ host, port }: Target, mayReach: (address: string) => boolean): Promise<Socket | null> {
  try {
    const { address } = await lookup(host ?? '', { order: 'ipv4first' });
    if (!mayReach(address)) return null;
    const socket = connect({ host: address, port });
    // The caller adds its own error listener.
    socket.on('error', () => undefined);
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) }).catch((error) => {
      socket.destroy();
      throw error;
    });
    return socket;
  } catch {
    // The sandbox cannot tell an unknown name, a refusal and silence apart.
    return null;
  }
}
