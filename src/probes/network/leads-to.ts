import { canonicalHost } from '../../base/canonical-host.ts';
import { isAddress } from '../../base/public-address.ts';

/** Whether a host is one of these or a subdomain of one, however it is written; one that nobody named may be any. */
export function leadsTo(hosts: readonly string[], { host }: { host: string | null }): boolean {
  if (host === null) return false;
  const asked = canonicalHost(host);
  return hosts
    .map(canonicalHost)
    .some((one) => asked === one || (!isAddress(asked) && asked.endsWith(`.${one}`)));
}
