import type { EgressEvent } from '../../contracts/egress.ts';
import { describeEgress } from '../network/describe-egress.ts';
import { leadsTo } from '../network/leads-to.ts';
import { notCarried, undeliveredIn } from '../network/not-carried.ts';
import type { Oracle } from '../oracle.ts';

type Named = Exclude<EgressEvent, { kind: 'cut' }>;

/**
 * Each request counts, whatever came of it, and so does a connection without one. A question for a name is no request: a
 * program asks two for one.
 */
export const requestsAtMost: Oracle<'requests-at-most', 'egress' | 'processes'> = {
  reads: { egress: 'required', processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe({ host, count }, seen) {
    const named = seen.egress.filter((event) => event.kind !== 'cut');
    const isMeant = (one: { host: string | null }) => host === undefined || leadsTo([host], one);
    const isUnknown = (one: { host: string | null }) => host !== undefined && one.host === null;
    const tried = notCarried(seen);
    const asked = named.filter(isMeant).reduce((sum, event) => sum + requestsIn(event), 0);
    const all = asked + tried.filter(isMeant).length;
    const place = host === undefined ? 'were made' : `to ${host} were made`;
    return {
      violations: all > count ? [`${all} requests ${place}, and ${count} are allowed`] : [],
      unseen: [
        ...seen.egress.filter((event) => event.kind === 'cut').map(describeEgress),
        ...named.filter((event) => isUnknown(event) && requestsIn(event) > 0).map(describeEgress),
        ...tried.filter(isUnknown).map(({ place: where }) => `an attempt to reach ${where}`),
        ...undeliveredIn(seen),
      ],
    };
  },
};

function requestsIn(event: Named): number {
  if (event.kind === 'counted') return event.of === 'dns' ? 0 : event.count;
  return event.kind === 'dns' ? 0 : 1;
}
