import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isPublicAddress } from '../../../base/public-address.ts';
import type { Target } from './decide.ts';

/** How an allowed host is reached; `null` where it must not or cannot be. */
export type Reach = (target: Target) => Promise<Socket | null>;

const CONNECT_LIMIT_MS = 10_000;

/** Names that lead to this machine or its own network stay unreachable, however they are allowed. */
export const reachPublic: Reach = (target) => reach(target, isPublicAddress);

/** Reaches any address, for services that are known to run on this machine. */
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
