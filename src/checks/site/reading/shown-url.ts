import { excerptOf } from '../../findings/excerpt.ts';

/** A URL for a report: without credentials, and without the values of its query, which may be a signature. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return excerptOf(url);
  return excerptOf(`${parsed.origin}${parsed.pathname}${parsed.search === '' ? '' : '?…'}`);
}
