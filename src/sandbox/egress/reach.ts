import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { BlockList, connect, isIPv6, type Socket } from 'node:net';
import type { Target } from './decide.ts';

/** How an allowed host is reached; `null` where it must not or cannot be. */
export type Reach = (target: Target) => Promise<Socket | null>;

const CONNECT_LIMIT_MS = 10_000;

/** Names that lead to this machine or its own network stay unreachable, however they are allowed. */
export const reachPublic: Reach = (target) => reach(target, (address) => !isPrivate(address));

/** For what is known to run on this machine. */
export const reachAny: Reach = (target) => reach(target, () => true);

/** The name is resolved once: what was examined is what is connected to. */
async function reach({ host, port }: Target, mayReach: (address: string) => boolean): Promise<Socket | null> {
  try {
    const { address } = await lookup(host ?? '', { order: 'ipv4first' });
    if (!mayReach(address)) return null;
    const socket = connect({ host: address, port });
    // Whoever is given the socket listens too.
    socket.on('error', () => undefined);
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) }).catch((error) => {
      socket.destroy();
      throw error;
    });
    return socket;
  } catch {
    // To the inside an unknown name, a refusal and silence are one: it is not reached.
    return null;
  }
}

/**
 * Special-purpose addresses of RFC 6890, multicast, and translations of IPv4 addresses. The list itself takes the
 * IPv4-mapped ones (::ffff:0:0/96) for what they stand for.
 */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6');
}

export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
