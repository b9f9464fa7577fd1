import type { OriginClass } from '../../../contracts/site-report.ts';

/**
 * How far another URL is from the index. Without a list of public suffixes, two hosts belong to one site if
 * one equals the other or is below it; this never takes two tenants of a shared domain for one site.
 */
export function originClass(url: string, indexUrl: string): OriginClass {
  const one = new URL(url);
  const other = new URL(indexUrl);
  if (one.origin === other.origin) return 'same-origin';
  const isRelated = isBelow(one.hostname, other.hostname) || isBelow(other.hostname, one.hostname);
  return isRelated && one.protocol === other.protocol ? 'same-site' : 'external';
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
