import type { ContentEvidence, SiteFinding } from '../../../contracts/site-report.ts';
import { archiveOffences, hasDotPaths, hasRootSkill } from '../reading/archive-offences.ts';
import { reviewDocument } from '../reading/review-document.ts';
import { shownUrl } from '../reading/shown-url.ts';
import { siteFinding } from '../reading/site-finding.ts';
import { SITE_RULES } from '../reading/site-rules.ts';
import type { Artifact, ArtifactContent } from '../site-observation.ts';
import type { SiteReading, StepResult } from './step-result.ts';

type Review = { findings: SiteFinding[]; evidence: ContentEvidence['skills'][number] };

/**
 * Step 5 checks frontmatter and body of every SKILL.md that was fetched, and the structure of every archive.
 */
export function validateSkillContent({ observation }: SiteReading): StepResult<ContentEvidence> {
  const reviews = observation.artifacts.flatMap(({ entry, content }) =>
    content === null ? [] : [reviewContent(entry, content)],
  );
  if (reviews.length === 0) return null;
  return {
    findings: reviews.flatMap(({ findings }) => findings),
    evidence: { skills: reviews.map(({ evidence }) => evidence) },
  };
}

function reviewContent(entry: Artifact['entry'], content: ArtifactContent): Review {
  const { findings, evidence } = reviewDocument(content.folder, entry);
  if (content.kind === 'skill-md') return { findings, evidence: { kind: 'skill-md', ...evidence } };
  return {
    findings: [...structureFindings(entry, content), ...findings],
    evidence: {
      kind: 'archive',
      ...evidence,
      entries: content.entries.length,
      unpackedBytes: content.unpackedBytes,
      hasRootSkill: hasRootSkill(content),
      unsafe: archiveOffences(content).length,
    },
  };
}

/** If nothing could be listed, there is no root to check. */
function structureFindings(
  { name, url }: Artifact['entry'],
  content: Extract<ArtifactContent, { kind: 'archive' }>,
): SiteFinding[] {
  const file = shownUrl(url);
  const isListed = content.faults.length === 0 || content.entries.length > 0;
  return [
    ...archiveOffences(content).map((one) => siteFinding(SITE_RULES.archiveUnsafe, { ...one, skill: name })),
    ...(isListed && !hasRootSkill(content)
      ? [siteFinding(SITE_RULES.archiveRoot, { skill: name, file, excerpt: 'No SKILL.md at the root' })]
      : []),
    ...(hasDotPaths(content)
      ? [siteFinding(SITE_RULES.archiveDotPaths, { skill: name, file, excerpt: './SKILL.md' })]
      : []),
  ];
}
