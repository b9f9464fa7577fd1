import { lookup } from 'node:dns/promises';
import { getCACertificates } from 'node:tls';
import { isPublicAddress } from '../../../base/public-address.ts';
import type { Target } from './decide.ts';
import { errorCode } from './error-code.ts';

/** An address and a port to connect to. */
export type Place = { address: string; port: number };

/** Why a host is not reached: for the record, because a sandbox is not told. */
export type Unreachable = { why: string };

/** The way to everything outside, and the certificates, in PEM, of the authorities that servers there are checked against. */
export type Outside = {
  placeOf: (target: Target) => Promise<Place | Unreachable>;
  authorities: () => readonly string[];
};

/**
 * Everything on the internet, checked against the authorities that this machine trusts. Names that lead to this machine or
 * its own network stay unreachable, even if a policy allows them.
 */
export const INTERNET: Outside = {
  placeOf: (target) => placeOf(target, isPublicAddress),
  authorities: trustedHere,
};

/** Everything, including services that are known to run on this machine. */
export const EVERYWHERE: Outside = {
  placeOf: (target) => placeOf(target, () => true),
  authorities: trustedHere,
};

/** Nothing: what was recorded answers. */
export const NOWHERE: Outside = {
  placeOf: async () => ({ why: 'nothing outside is reached' }),
  authorities: () => [],
};

/** Resolves the name only once, so that the address that was examined is the one that is connected to. */
async function placeOf(
  { host, port }: Target,
  mayReach: (address: string) => boolean,
): Promise<Place | Unreachable> {
  try {
    const { address } = await lookup(host ?? '', { order: 'ipv4first' });
    return mayReach(address) ? { address, port } : { why: 'its address is not public' };
  } catch (error) {
    return { why: `its name cannot be resolved: ${errorCode(error)}` };
  }
}

let trusted: readonly string[] | null = null;

/** Reading them all takes a while, so they are read once. */
function trustedHere(): readonly string[] {
  trusted ??= [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  return trusted;
}
