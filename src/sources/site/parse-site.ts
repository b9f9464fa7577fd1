import { AssayError } from '../../base/assay-error.ts';
import { isLoopbackHost } from '../../base/public-address.ts';
import { CANONICAL_PATH, LEGACY_PATH } from '../../checks/site/discovery.ts';
import { bareHost } from '../http/reach.ts';
import type { Source } from '../source.ts';

export type SiteSource = Extract<Source, { kind: 'site' }>;

/** A site is an origin: well-known paths are at its root (RFC 8615). Its index may be named in its place. */
export function parseSite(text: string): SiteSource {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) throw new AssayError('USAGE', `"${text}" is no site. Write https://HOST.`);
  const { origin, protocol, pathname, search } = url;
  if (!PATHS.includes(pathname) || search !== '') {
    throw new AssayError(
      'USAGE',
      `${origin}${pathname} is no site. Write ${origin}, or a git URL that ends in .git.`,
    );
  }
  if (protocol === 'http:' && !isLoopbackHost(bareHost(url))) {
    throw new AssayError(
      'USAGE',
      `${origin} is not https. Only this machine itself may be asked without TLS.`,
    );
  }
  return { kind: 'site', text: origin, origin };
}

const PATHS = ['/', CANONICAL_PATH, LEGACY_PATH];
