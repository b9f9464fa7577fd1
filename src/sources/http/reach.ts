import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { messageOf } from '../../base/assay-error.ts';
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from '../../base/public-address.ts';
import type { FetchFailure } from '../../contracts/fetched.ts';

export type Address = { address: string; family: number };

/** The servers that may be contacted. */
export type ReachPolicy = {
  /** Whether the user has allowed private networks. */
  allowPrivate: boolean;
  /** Whether the user has named this machine as the source, so that it may be contacted, even without TLS. */
  allowLoopback: boolean;
  /** Whether the address is the user's own setting, so that HTTP without TLS is allowed. */
  allowHttp: boolean;
  resolve(host: string): Promise<Address[]>;
};

export type ReachOptions = {
  /** Allows the source, and whatever it leads to, to be in a private network. */
  allowPrivate?: boolean;
  /** Resolves host names; the system's resolver if not given. */
  resolve?: ReachPolicy['resolve'];
};

/** The policy for a host that the user has named; `null` for a source that is not fetched over HTTP. */
export function reachFrom(
  named: URL | null,
  { allowPrivate = false, resolve = resolveHost }: ReachOptions,
): ReachPolicy {
  const allowLoopback = named !== null && isLoopbackHost(bareHost(named));
  return { allowPrivate, allowLoopback, allowHttp: false, resolve };
}

export type Refusal = { reason: FetchFailure; detail: string };

export function resolveHost(host: string): Promise<Address[]> {
  return lookup(host, { all: true });
}

export function schemeRefusal(url: URL, reach: ReachPolicy): Refusal | null {
  if (url.protocol === 'https:') return null;
  const isLoopback = reach.allowLoopback && isLoopbackHost(bareHost(url));
  if (url.protocol === 'http:' && (reach.allowHttp || isLoopback)) return null;
  return { reason: 'scheme-refused', detail: `${url.protocol}//${url.hostname} is not https` };
}

/**
 * The addresses of a host, looked up once. The connection must use them and not look up the name again,
 * because a second answer could differ (DNS rebinding). If one of the addresses is not allowed, the host is
 * suspect and refused.
 */
export async function addressesOf(url: URL, reach: ReachPolicy): Promise<Address[] | Refusal> {
  const host = bareHost(url);
  const addresses = await lookUp(host, reach);
  if ('reason' in addresses) return addresses;
  const refused = addresses.find(({ address }) => !isInReach(address, host, reach));
  if (refused === undefined) return addresses;
  return {
    reason: 'address-refused',
    detail:
      refused.address === host
        ? `${host} is not a public address`
        : `${host} is ${refused.address}, which is not a public address`,
  };
}

async function lookUp(host: string, reach: ReachPolicy): Promise<Address[] | Refusal> {
  if (isIP(host) !== 0) return [{ address: host, family: isIP(host) }];
  try {
    return await reach.resolve(host);
  } catch (thrown) {
    return { reason: 'name-unresolved', detail: messageOf(thrown) };
  }
}

function isInReach(address: string, host: string, { allowPrivate, allowLoopback }: ReachPolicy): boolean {
  if (allowPrivate || isPublicAddress(address)) return true;
  return allowLoopback && isLoopbackHost(host) && isLoopbackAddress(address);
}

/** IPv6 addresses are in brackets in a URL and nowhere else. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
