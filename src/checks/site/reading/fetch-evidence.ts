import type { Fetched, FetchFailure } from '../../../contracts/fetched.ts';
import { excerptOf } from '../../findings/excerpt.ts';
import { shownUrl } from './shown-url.ts';

export type FetchEvidence = {
  url: string;
  redirects: number;
  httpStatus: number | null;
  contentType: string | null;
  bytes: number;
  failure: FetchFailure | null;
};

/** The part of an answer that a report may contain: how it arrived, but nothing of its content. */
export function fetchEvidence(fetched: Fetched): FetchEvidence {
  const { url, redirects, httpStatus } = fetched;
  const common = { url: shownUrl(url), redirects: redirects.length, httpStatus };
  if (fetched.status === 'failed') return { ...common, contentType: null, bytes: 0, failure: fetched.reason };
  const { contentType, body } = fetched;
  return {
    ...common,
    contentType: contentType === null ? null : excerptOf(contentType),
    bytes: body.byteLength,
    failure: null,
  };
}

/** Why there is nothing to use, in a few words; null if there is. */
export function fetchFault(fetched: Fetched): string | null {
  if (fetched.status === 'failed') return `${fetched.reason}: ${fetched.detail}`;
  return fetched.httpStatus === 200 ? null : `status ${fetched.httpStatus}`;
}
