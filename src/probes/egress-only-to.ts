import type { EgressEvent } from '../contracts/egress.ts';
import { describeEgress } from './describe-egress.ts';
import type { Oracle } from './oracle.ts';

/** Asking for a name is an attempt like any other: it is how data leaves where nothing else does. */
export const egressOnlyTo: Oracle<'egress-only-to'> = ({ hosts }, { egress }) => ({
  violations: [...new Set(egress.filter((event) => !leadsTo(hosts, event)).map(describeEgress))],
  unseen: [],
});

/** What was not kept may have led anywhere. */
function leadsTo(hosts: readonly string[], event: EgressEvent): boolean {
  if (event.kind === 'cut' || event.host === null) return false;
  const asked = event.host.toLowerCase().replace(/\.$/, '');
  return hosts.some((host) => asked === host || asked.endsWith(`.${host}`));
}
