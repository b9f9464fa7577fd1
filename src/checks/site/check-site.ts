import type { SiteReport, SiteStep } from '../../contracts/site-report.ts';
import type { Check } from '../findings/rule.ts';
import { readIndex } from './read-index.ts';
import { scoreSite, worstOf } from './score-site.ts';
import type { SiteObservation } from './site-observation.ts';
import { discoverIndex } from './steps/discover-index.ts';
import { reviewSecurity } from './steps/review-security.ts';
import type { SiteReading, StepResult } from './steps/step-result.ts';
import { validateIndexSchema } from './steps/validate-index-schema.ts';
import { validateSkillContent } from './steps/validate-skill-content.ts';
import { validateSkillEntries } from './steps/validate-skill-entries.ts';
import { verifyArtifacts } from './steps/verify-artifacts.ts';

/**
 * Checks a site from what was observed of it. The six steps and their weights are those of the published
 * check.
 */
export function checkSite(observation: SiteObservation, securityChecks: readonly Check[]): SiteReport {
  const site: SiteReading = { observation, index: readIndex(observation) };
  const steps: SiteStep[] = [
    {
      id: 'discover-index',
      title: 'Discover Agent Skills index',
      weight: 15,
      ...judged(discoverIndex(site)),
    },
    {
      id: 'validate-index-schema',
      title: 'Validate discovery index schema',
      weight: 20,
      ...judged(validateIndexSchema(site)),
    },
    {
      id: 'validate-skill-entries',
      title: 'Validate skill entries',
      weight: 15,
      ...judged(validateSkillEntries(site)),
    },
    {
      id: 'verify-artifacts',
      title: 'Verify advertised artifacts',
      weight: 20,
      ...judged(verifyArtifacts(site)),
    },
    {
      id: 'validate-skill-content',
      title: 'Validate skill content',
      weight: 15,
      ...judged(validateSkillContent(site)),
    },
    {
      id: 'security-review',
      title: 'Review skill artifact security',
      weight: 15,
      ...judged(reviewSecurity(site, securityChecks)),
    },
  ];
  return {
    format: 'assay/site-report@1',
    url: observation.origin,
    score: scoreSite(steps),
    verdict: worstOf(steps.map(({ status }) => status)),
    steps,
    limits: observation.limits,
  };
}

/** The worst finding decides a step; a step with nothing to look at has no result. */
function judged<Evidence>(result: StepResult<Evidence>) {
  if (result === null) return { status: 'not-applicable' as const, findings: [], evidence: null };
  return { ...result, status: worstOf(result.findings.map(({ status }) => status)) };
}
