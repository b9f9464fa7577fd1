import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isPublicAddress } from '../../../base/public-address.ts';
import type { Target } from './decide.ts';

/** Connects to an allowed host; returns `null` if it must not or cannot be reached. */
export type Reach = (target: Target) => Promise<Socket | null>;

const CONNECT_LIMIT_MS = 10_000;

/** Names that lead to this machine or its own network stay unreachable, even if a policy allows them. */
export const reachPublic: Reach = (target) => reach(target, isPublicAddress);

/** Reaches any address, for services that are known to run on this machine. */
export const reachAny: Reach = (target) => reach(target, () => true);

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
