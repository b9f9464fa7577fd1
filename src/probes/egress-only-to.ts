import { isLoopbackAddress } from '../base/public-address.ts';
import type { EgressEvent } from '../contracts/egress.ts';
import type { Evidence } from '../contracts/evidence.ts';
import { describeEgress } from './describe-egress.ts';
import type { Observation, SpecOf } from './oracle.ts';

/**
 * Asking for a name is an attempt like any other: it is how data leaves where nothing else does. An address that was used
 * without asking leads out of the sandbox's network, where nobody saw it but the processes' own record.
 */
export function egressOnlyTo(
  { hosts }: SpecOf<'egress-only-to'>,
  { egress, processes }: Pick<Evidence, 'egress' | 'processes'>,
): Observation {
  const asked = egress.filter((event) => !leadsTo(hosts, event)).map(describeEgress);
  const used = (processes?.events ?? []).flatMap((event) => (event.kind === 'connect' ? event.address : []));
  const outside = used.filter((address) => {
    const host = hostOf(address);
    return host !== null && !isOfThisSandbox(host) && !hosts.includes(host);
  });
  return {
    violations: [...new Set([...asked, ...outside.map((address) => `an attempt to reach ${address}`)])],
    unseen: [],
  };
}

/** What was not kept may have led anywhere. */
function leadsTo(hosts: readonly string[], event: EgressEvent): boolean {
  if (event.kind === 'cut' || event.host === null) return false;
  const asked = event.host.toLowerCase().replace(/\.$/, '');
  return hosts.some((host) => asked === host || asked.endsWith(`.${host}`));
}

/** `null` where the address is the path of a local socket. */
function hostOf(address: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^/:]*)):\d+$/.exec(address) ?? [];
  return bracketed ?? plain ?? null;
}

/** Its loopback is where names lead, so what goes there is in the record of the network. */
function isOfThisSandbox(host: string): boolean {
  const plain = host.replace(/^::ffff:(?=\d+\.)/, '');
  return isLoopbackAddress(plain) || plain === '0.0.0.0' || plain === '::';
}
