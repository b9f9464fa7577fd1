import { readIndex } from '../../../src/checks/site/read-index.ts';
import { CANONICAL_PATH } from '../../../src/checks/site/reading/discovery.ts';
import type { SiteObservation } from '../../../src/checks/site/site-observation.ts';
import type { Fetched } from '../../../src/contracts/fetched.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';

const ORIGIN = 'https://site.example';

export function answer(
  body: string | Uint8Array,
  contentType: string | null,
  url = `${ORIGIN}${CANONICAL_PATH}`,
): Fetched {
  return {
    status: 'answered',
    url,
    redirects: [],
    httpStatus: 200,
    contentType,
    body: new Uint8Array(Buffer.from(body)),
  };
}

/** A site with this index, whose every valid entry is answered with these bytes. */
export function observationOf(canonical: Fetched, artifact: string | Uint8Array): SiteObservation {
  const entries = readIndex({ canonical, legacy: null })?.entries ?? [];
  const artifacts = entries.flatMap(({ entry }) => {
    if (entry === null) return [];
    const fetched = answer(artifact, 'text/markdown', entry.url);
    const files = [{ path: 'SKILL.md', executable: false, content: new Uint8Array(Buffer.from(artifact)) }];
    return [
      {
        entry,
        fetched,
        content: { kind: 'skill-md' as const, folder: { source: ORIGIN, folder: entry.name, files } },
      },
    ];
  });
  return { origin: ORIGIN, canonical, legacy: null, artifacts, limits: DEFAULT_SOURCE_LIMITS };
}
