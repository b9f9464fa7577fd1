import type { DiscoveryEvidence, SiteFinding } from '../../../contracts/site-report.ts';
import { CANONICAL_PATH, LEGACY_PATH } from '../reading/discovery.ts';
import { fetchEvidence, fetchFault } from '../reading/fetch-evidence.ts';
import { originClass } from '../reading/origin-class.ts';
import { shownUrl } from '../reading/shown-url.ts';
import { siteFinding } from '../reading/site-finding.ts';
import { SITE_RULES } from '../reading/site-rules.ts';
import type { SiteReading, StepResult } from './step-result.ts';

/** Step 1 applies to every site, and never fails: discovery is a recommendation. */
export function discoverIndex({ observation, index }: SiteReading): StepResult<DiscoveryEvidence> {
  const { canonical, legacy } = observation;
  const asked = [
    { path: CANONICAL_PATH, ...fetchEvidence(canonical) },
    ...(legacy === null ? [] : [{ path: LEGACY_PATH, ...fetchEvidence(legacy) }]),
  ];
  const selected = index === null ? null : index.answer === canonical ? CANONICAL_PATH : LEGACY_PATH;
  const findings = [
    ...missing({ observation, index }),
    ...legacyOnly(selected),
    ...elsewhere({ observation, index }),
  ];
  return { findings, evidence: { paths: asked, selected } };
}

function missing({ observation: { canonical, legacy }, index }: SiteReading): SiteFinding[] {
  if (index !== null) return [];
  const excerpt = [canonical, ...(legacy === null ? [] : [legacy])]
    .map((one) => fetchFault(one) ?? 'a page')
    .join('; ');
  return [siteFinding(SITE_RULES.indexMissing, { file: CANONICAL_PATH, excerpt })];
}

function legacyOnly(selected: string | null): SiteFinding[] {
  if (selected !== LEGACY_PATH) return [];
  return [siteFinding(SITE_RULES.indexLegacy, { file: LEGACY_PATH, excerpt: 'The canonical path has none' })];
}

/**
 * Redirects within a site, to `www.` for example, are normal; a redirect to another site hands over control.
 */
function elsewhere({ observation, index }: SiteReading): SiteFinding[] {
  if (index === null || originClass(index.answer.url, observation.origin) !== 'external') return [];
  const excerpt = `Redirected to ${shownUrl(index.answer.url)}`;
  return [siteFinding(SITE_RULES.indexElsewhere, { file: CANONICAL_PATH, excerpt })];
}
