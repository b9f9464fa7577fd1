import type { EgressEvent } from '../../contracts/egress.ts';
import { describeEgress } from '../network/describe-egress.ts';
import { leadsTo } from '../network/leads-to.ts';
import { notCarried, undeliveredIn } from '../network/not-carried.ts';
import type { Oracle } from '../oracle.ts';

/**
 * Looking up a name is an attempt like any other: it is how data leaves if nothing else can. Traffic to a
 * port where nobody listens, or to an address without a lookup, is only in the record of processes. A datagram that the
 * record does not explain can have led to no host but those that were looked up, which are judged by themselves.
 */
export const egressOnlyTo: Oracle<'egress-only-to', 'egress' | 'processes'> = {
  reads: { egress: 'required', processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe({ hosts }, seen) {
    const asked = seen.egress.filter((event) => event.kind !== 'cut' && !leadsTo(hosts, event));
    const unknown = seen.egress.filter(
      (event) => event.kind === 'cut' || (isUnread(event) && leadsTo(hosts, event)),
    );
    const tried = notCarried(seen);
    const outside = tried
      .filter((one) => !leadsTo(hosts, one))
      .map(({ place }) => `an attempt to reach ${place}`);
    return {
      violations: [...new Set([...asked.map(describeEgress), ...outside])],
      unseen: [...unknown.map(describeEgress), ...undeliveredIn(seen)],
    };
  },
};

/** What a connection to an allowed host asks for may name another one. */
function isUnread(event: EgressEvent): event is Extract<EgressEvent, { kind: 'counted' }> {
  return event.kind === 'counted' && event.of === 'unread';
}
