import { AssayError } from '../../base/assay-error.ts';
import type { SkillEntry } from '../../checks/site/read-entry.ts';
import { readIndex } from '../../checks/site/read-index.ts';
import { CANONICAL_PATH, LEGACY_PATH } from '../../checks/site/reading/discovery.ts';
import { isUsable } from '../../checks/site/select-index.ts';
import type { Artifact, SiteObservation } from '../../checks/site/site-observation.ts';
import type { Fetched } from '../../contracts/fetched.ts';
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from '../../contracts/source-limits.ts';
import { type FetchTerms, fetchBounded } from '../http/fetch-bounded.ts';
import { type ReachOptions, reachFrom } from '../http/reach.ts';
import { withinTime } from '../loading/within-time.ts';
import type { SiteSource } from './parse-site.ts';
import { readArtifact } from './read-artifact.ts';

export type SiteOptions = ReachOptions & { limits?: SourceLimits; signal?: AbortSignal };

/** Fetches the index of a site and what its valid entries advertise, and nothing else. */
export async function gatherSite(
  { origin }: SiteSource,
  options: SiteOptions = {},
): Promise<SiteObservation> {
  const { limits = DEFAULT_SOURCE_LIMITS, signal } = options;
  const reach = reachFrom(new URL(origin), options);
  return withinTime({ seconds: limits.totalSeconds, signal }, (bounded) =>
    observeSite(origin, { reach, limits, signal: bounded }),
  );
}

export async function observeSite(origin: string, terms: FetchTerms): Promise<SiteObservation> {
  const { limits } = terms;
  const accept = 'application/json';
  const askFor = (path: string) =>
    fetchBounded({ url: `${origin}${path}`, accept, maxBytes: limits.indexBytes }, terms);
  const canonical = await askFor(CANONICAL_PATH);
  const legacy = isUsable(canonical) ? null : await askFor(LEGACY_PATH);
  refuseSilence(origin, canonical, legacy);
  const entries = readIndex({ canonical, legacy })?.entries ?? [];
  return {
    origin,
    canonical,
    legacy,
    artifacts: await fetchArtifacts(entries.flatMap(validEntry), origin, terms),
    limits,
  };
}

/** Fetches one artifact after the other, until one of the limits on all of them together is reached. */
async function fetchArtifacts(
  entries: readonly SkillEntry[],
  origin: string,
  terms: FetchTerms,
): Promise<Artifact[]> {
  const artifacts: Artifact[] = [];
  let bytes = 0;
  for (const entry of entries.slice(0, terms.limits.skills)) {
    if (bytes > terms.limits.containerBytes) break;
    const artifact = await fetchArtifact(entry, origin, terms);
    bytes += artifact.fetched.status === 'answered' ? artifact.fetched.body.byteLength : 0;
    artifacts.push(artifact);
  }
  return artifacts;
}

async function fetchArtifact(entry: SkillEntry, origin: string, terms: FetchTerms): Promise<Artifact> {
  const { limits } = terms;
  const fetched = await fetchBounded(
    { url: entry.url, accept: '*/*', maxBytes: limits.downloadBytes },
    terms,
  );
  return { entry, fetched, content: await readArtifact(entry, fetched, { source: origin, limits }) };
}

function validEntry({ entry }: { entry: SkillEntry | null }): SkillEntry[] {
  return entry === null ? [] : [entry];
}

/** A server that does not answer has not said that it has no skills. */
function refuseSilence(origin: string, canonical: Fetched, legacy: Fetched | null): void {
  const isSilent = (fetched: Fetched) => fetched.status === 'failed' && fetched.httpStatus === null;
  if (canonical.status !== 'failed' || !isSilent(canonical) || legacy === null || !isSilent(legacy)) return;
  const { reason, detail } = canonical;
  const hint =
    reason === 'address-refused'
      ? 'If you mean it, allow it with --allow-private.'
      : 'Check the address and try again.';
  throw new AssayError('SOURCE_UNREACHABLE', `${origin} cannot be checked (${reason}: ${detail}). ${hint}`);
}
