import { isLoopbackAddress } from '../../base/public-address.ts';
import type { EgressEvent } from '../../contracts/egress.ts';
import { NAMES_PREFIX } from '../../contracts/sandbox-network.ts';

/** What programs ask to learn the name of such an address. */
const REVERSE_IPV4 = /^((?:\d{1,3}\.){3}127)\.in-addr\.arpa$/i;
const REVERSE_IPV6 = /^1\.(?:0\.){31}ip6\.arpa$/i;

/** Also the addresses of a server that listens everywhere, by which clients reach it as well. */
export function isInside(address: string): boolean {
  return isLoopbackAddress(address) || address === '0.0.0.0' || address === '::';
}

/**
 * Whether what was asked of the network leads nowhere but back into the sandbox: some clients ask a proxy even then. An
 * address that stands for a name means that name.
 */
export function staysInside(event: Exclude<EgressEvent, { kind: 'cut' }>): boolean {
  const { host } = event;
  if (host === null || host.startsWith(NAMES_PREFIX)) return false;
  return event.kind === 'dns' ? event.type === 'PTR' && asksForInside(host) : isInside(host);
}

function asksForInside(name: string): boolean {
  const reversed = REVERSE_IPV4.exec(name)?.[1];
  if (reversed === undefined) return REVERSE_IPV6.test(name);
  return isLoopbackAddress(reversed.split('.').toReversed().join('.'));
}
