import { digestOf } from '../../../base/digest.ts';
import type { ArtifactsEvidence, SiteFinding } from '../../../contracts/site-report.ts';
import { fetchEvidence, fetchFault } from '../reading/fetch-evidence.ts';
import { type ArtifactKind, artifactTypeStrength } from '../reading/media-type.ts';
import { originClass } from '../reading/origin-class.ts';
import { shownUrl } from '../reading/shown-url.ts';
import { siteFinding } from '../reading/site-finding.ts';
import { SITE_RULES, type SiteRule } from '../reading/site-rules.ts';
import type { Artifact } from '../site-observation.ts';
import type { SiteReading, StepResult } from './step-result.ts';

type ArtifactEvidence = ArtifactsEvidence['artifacts'][number];

/**
 * Step 4 checks the artifact of every valid entry, up to the limit: whether it was fetched, the digest of its
 * raw bytes, its type and origin.
 */
export function verifyArtifacts({ observation, index }: SiteReading): StepResult<ArtifactsEvidence> {
  const valid = index?.entries?.filter(({ entry }) => entry !== null).length ?? 0;
  if (index === null || valid === 0) return null;
  const { artifacts } = observation;
  const checked = artifacts.map((artifact) => ({
    artifact,
    evidence: evidenceOf(artifact, index.answer.url),
  }));
  return {
    findings: checked.flatMap(({ artifact, evidence }) => findingsOf(artifact, evidence)),
    evidence: { artifacts: checked.map(({ evidence }) => evidence), notProcessed: valid - artifacts.length },
  };
}

function evidenceOf({ entry, fetched }: Artifact, indexUrl: string): ArtifactEvidence {
  const isFetched = fetched.status === 'answered' && fetched.httpStatus === 200;
  const actualDigest = isFetched ? digestOf(fetched.body) : null;
  return {
    skill: entry.name,
    ...fetchEvidence(fetched),
    origin: originClass(fetched.url, indexUrl),
    advertisedDigest: entry.digest,
    actualDigest,
    digestMatches: actualDigest === null ? null : actualDigest === entry.digest,
  };
}

function findingsOf({ entry, fetched, content }: Artifact, evidence: ArtifactEvidence): SiteFinding[] {
  const found = (rule: SiteRule, excerpt: string) => [
    siteFinding(rule, { skill: entry.name, file: shownUrl(entry.url), excerpt }),
  ];
  const crossOrigin =
    evidence.origin === 'same-origin'
      ? []
      : found(SITE_RULES.artifactOrigin, `${evidence.origin}: ${evidence.url}`);
  const fault = fetchFault(fetched);
  if (fault !== null) return [...found(SITE_RULES.artifactMissing, fault), ...crossOrigin];
  return [
    ...(evidence.digestMatches
      ? []
      : found(SITE_RULES.artifactDigest, 'The bytes served are not those that were announced')),
    ...(isTypeStrong(evidence.contentType, content)
      ? []
      : found(SITE_RULES.artifactType, evidence.contentType ?? 'None')),
    ...crossOrigin,
  ];
}

/** Nothing can be said against the type of an archive that no parser knows. */
function isTypeStrong(contentType: string | null, content: Artifact['content']): boolean {
  const kind: ArtifactKind | null = content?.kind === 'archive' ? content.format : 'skill-md';
  return kind === null || artifactTypeStrength(contentType, kind) === 'strong';
}
