import { AssayError } from '../../base/assay-error.ts';
import { CANONICAL_PATH, LEGACY_PATH } from '../../checks/site/reading/discovery.ts';
import { requireTls } from '../http/require-tls.ts';
import type { Source } from '../source.ts';

export type SiteSource = Extract<Source, { kind: 'site' }>;

/**
 * A site is an origin, because well-known paths are at its root (RFC 8615). The user may name its index
 * instead.
 */
export function parseSite(text: string): SiteSource {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) throw new AssayError('USAGE', `"${text}" is not a site. Write https://HOST.`);
  const { origin, pathname, search } = url;
  if (!PATHS.includes(pathname) || search !== '') {
    throw new AssayError(
      'USAGE',
      `${origin}${pathname} is a page that Assay cannot read a skill from. Write ${origin}, or a git URL that ends in .git.`,
    );
  }
  requireTls(url);
  return { kind: 'site', text: origin, origin };
}

const PATHS = ['/', CANONICAL_PATH, LEGACY_PATH];
