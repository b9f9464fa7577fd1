import type { Fetched } from '../../contracts/fetched.ts';
import { parseJson } from './parse-json.ts';
import { essenceOf } from './reading/media-type.ts';
import type { SiteObservation } from './site-observation.ts';

type Answered = Extract<Fetched, { status: 'answered' }>;

/** Selects the index to check: the canonical one if it is usable, else the legacy one, else none. */
export function selectIndex({
  canonical,
  legacy,
}: Pick<SiteObservation, 'canonical' | 'legacy'>): Answered | null {
  if (isUsable(canonical)) return canonical;
  return legacy !== null && isUsable(legacy) ? legacy : null;
}

/**
 * An answer is usable if it has status 200 and arrived within the limits, even if it is wrong: a broken index
 * is the site's index. An HTML page is the error page of a site that answers everything with 200, unless it
 * is JSON after all.
 */
export function isUsable(fetched: Fetched): fetched is Answered {
  if (fetched.status !== 'answered' || fetched.httpStatus !== 200) return false;
  const isPage = /^(text\/html|application\/xhtml\+xml)$/.test(essenceOf(fetched.contentType));
  return !isPage || parseJson(fetched.body).status === 'parsed';
}
