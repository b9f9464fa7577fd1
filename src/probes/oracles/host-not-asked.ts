import { canonicalHost } from '../../base/canonical-host.ts';
import { isAddress } from '../../base/public-address.ts';
import { describeEgress } from '../network/describe-egress.ts';
import { leadsTo } from '../network/leads-to.ts';
import { notCarried, undeliveredIn } from '../network/not-carried.ts';
import type { Oracle } from '../oracle.ts';

/**
 * The reverse of `egress-only-to`: asking for the name is enough, and so is a connection that leads nowhere. What nobody named
 * may have led there.
 */
export const hostNotAsked: Oracle<'host-not-asked', 'egress' | 'processes'> = {
  reads: { egress: 'required', processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe({ hosts }, seen) {
    const isMeant = (one: { host: string | null }) => leadsTo(hosts, one) || standsFor(hosts, one);
    const named = seen.egress.filter((event) => event.kind !== 'cut');
    const tried = notCarried(seen);
    const asked = named.filter(isMeant).map(describeEgress);
    const unnamed = seen.egress.filter((event) => event.kind === 'cut' || event.host === null);
    return {
      violations: [
        ...new Set([...asked, ...tried.filter(isMeant).map(({ place }) => `an attempt to reach ${place}`)]),
      ],
      unseen: [
        ...unnamed.map(describeEgress),
        ...tried.flatMap(({ host, place }) => (host === null ? [`an attempt to reach ${place}`] : [])),
        ...undeliveredIn(seen),
      ],
    };
  },
};

/** Public name servers lead `169-254-169-254.sslip.io` to the address that it spells. */
function standsFor(hosts: readonly string[], { host }: { host: string | null }): boolean {
  if (host === null) return false;
  const asked = canonicalHost(host);
  return hosts.some((one) => isAddress(one) && spellings(one).some((address) => spells(asked, address)));
}

function spellings(address: string): string[] {
  const hex = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return [address, address.replaceAll(/[.:]/g, '-'), ...(address.includes(':') ? [] : [hex.join('')])];
}

/** Whether an address stands in a name by itself, and not as a part of a longer one. */
function spells(name: string, address: string): boolean {
  const places = `.${name}.`.split(address);
  return places.some(
    (before, index) =>
      index < places.length - 1 && /[^\da-f]$/.test(before) && /^[^\da-f]/.test(places[index + 1] ?? ''),
  );
}
