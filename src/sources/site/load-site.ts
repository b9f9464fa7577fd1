import { digestOf } from '../../base/digest.ts';
import { completeFinding } from '../../checks/complete-finding.ts';
import type { SourceFinding } from '../../checks/report-source.ts';
import type { RawFinding } from '../../checks/rule.ts';
import { hasRootSkill } from '../../checks/site/archive-offences.ts';
import { readIndex } from '../../checks/site/read-index.ts';
import type { Artifact } from '../../checks/site/site-observation.ts';
import { discoverIndex } from '../../checks/site/steps/discover-index.ts';
import { validateIndexSchema } from '../../checks/site/steps/validate-index-schema.ts';
import { validateSkillEntries } from '../../checks/site/steps/validate-skill-entries.ts';
import { verifyArtifacts } from '../../checks/site/steps/verify-artifacts.ts';
import { offence } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { SiteFinding } from '../../contracts/site-report.ts';
import { ofSource } from '../load-skills.ts';
import type { LoadedSkill, LoadedSource } from '../source.ts';
import { gatherSite, type SiteOptions } from './gather-site.ts';
import type { SiteSource } from './parse-site.ts';

/** The skills of a site whose bytes are those that its index announces. Of the others there is a finding. */
export async function loadSite(source: SiteSource, options: SiteOptions): Promise<LoadedSource> {
  const observation = await gatherSite(source, options);
  const site = { observation, index: readIndex(observation) };
  const verified = verifyArtifacts(site);
  const steps = [discoverIndex(site), validateIndexSchema(site), validateSkillEntries(site), verified];
  const leftOut = leftOutFindings(verified?.evidence.notProcessed ?? 0, observation.artifacts.length);
  const raw = [...observation.artifacts.flatMap(archiveFindings), ...ofSource(leftOut)];
  return {
    skills: observation.artifacts.flatMap(verifiedSkill),
    findings: [
      ...steps.flatMap((step) => step?.findings ?? []).map(plainFinding),
      ...raw.map(({ path, finding }) => ({ path, finding: completeFinding(finding, {}) })),
    ],
  };
}

/** Without what only a report on the site has. A skill of a site lies under its name. */
function plainFinding({ status: _status, skill, ...finding }: SiteFinding): SourceFinding {
  return { path: skill, finding };
}

/** Why an archive is not unpacked; of one that is, whether it is laid out as the discovery text asks. */
function archiveFindings({ entry, content }: Artifact): SourceFinding<RawFinding>[] {
  if (content?.kind !== 'archive') return [];
  const flaw = { path: '.', flaw: 'There is no SKILL.md at the root of the archive' };
  const isMisplaced = content.folder !== null && !hasRootSkill(content);
  const layout = isMisplaced ? offence(SOURCE_RULES.layout, [flaw]) : [];
  return [...content.faults, ...layout].map((finding) => ({ path: entry.name, finding }));
}

function leftOutFindings(leftOut: number, fetched: number): RawFinding[] {
  if (leftOut === 0) return [];
  const flaw = `${fetched + leftOut} skills, of which ${fetched} are checked`;
  return offence(SOURCE_RULES.tooManySkills, [{ path: '.', flaw }]);
}

function verifiedSkill({ entry, fetched, content }: Artifact): LoadedSkill[] {
  const folder = content?.folder ?? null;
  if (folder === null || fetched.status === 'failed' || digestOf(fetched.body) !== entry.digest) return [];
  return [{ path: entry.name, folder }];
}
