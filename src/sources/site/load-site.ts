import { digestOf } from '../../base/digest.ts';
import type { RawFinding } from '../../checks/findings/rule.ts';
import type { SourceFinding } from '../../checks/report-source.ts';
import { readIndex } from '../../checks/site/read-index.ts';
import type { ListedReading } from '../../checks/site/read-listed-skill.ts';
import { hasRootSkill } from '../../checks/site/reading/archive-offences.ts';
import { SITE_RULES } from '../../checks/site/reading/site-rules.ts';
import type { Artifact } from '../../checks/site/site-observation.ts';
import { discoverIndex } from '../../checks/site/steps/discover-index.ts';
import type { SiteReading } from '../../checks/site/steps/step-result.ts';
import { validateIndexSchema } from '../../checks/site/steps/validate-index-schema.ts';
import { validateSkillEntries } from '../../checks/site/steps/validate-skill-entries.ts';
import { verifyArtifacts } from '../../checks/site/steps/verify-artifacts.ts';
import { offence } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { SiteFinding } from '../../contracts/site-report.ts';
import type { FetchTerms } from '../http/fetch-bounded.ts';
import { completed, ofSource } from '../loading/load-skills.ts';
import type { LoadedSkill, LoadedSource } from '../source.ts';
import { observeSite } from './gather-site.ts';
import { loadListed } from './load-listed.ts';
import type { SiteSource } from './parse-site.ts';

/**
 * Loads the skills of a site whose bytes match the digests of its index, and the skills of a v0.1.0 index,
 * which has no digests. The other skills get findings.
 */
export async function loadSite({ origin }: SiteSource, terms: FetchTerms): Promise<LoadedSource> {
  const observation = await observeSite(origin, terms);
  const site = { observation, index: readIndex(observation) };
  return site.index?.listed ? loadFirstVersion(site, site.index.listed, terms) : loadVerified(site);
}

function loadVerified(site: SiteReading): LoadedSource {
  const { artifacts } = site.observation;
  const verified = verifyArtifacts(site);
  const steps = [discoverIndex(site), validateIndexSchema(site), validateSkillEntries(site), verified];
  const leftOut = leftOutFindings(verified?.evidence.notProcessed ?? 0, artifacts.length);
  return {
    skills: artifacts.flatMap(verifiedSkill),
    findings: [
      ...steps.flatMap((step) => step?.findings ?? []).map(plainFinding),
      ...completed([...artifacts.flatMap(archiveFindings), ...ofSource(leftOut)]),
    ],
  };
}

async function loadFirstVersion(
  site: SiteReading,
  readings: readonly ListedReading[],
  terms: FetchTerms,
): Promise<LoadedSource> {
  const listed = readings.flatMap(({ skill }) => skill ?? []);
  const { skills, findings, tried } = await loadListed(listed, site.observation.origin, terms);
  const broken = readings.filter(({ flaws }) => flaws.length > 0);
  const invalid = broken.map(({ index, flaws }) => ({
    path: '.',
    flaw: `Entry ${index + 1}: ${flaws.join('; ')}`,
  }));
  const ofIndex = [
    ...offence(SITE_RULES.indexUnverified, [{ path: '.', flaw: 'No $schema, as in v0.1.0' }]),
    ...offence(SITE_RULES.entryInvalid, invalid),
    ...leftOutFindings(listed.length - tried, tried),
  ];
  const discovered = discoverIndex(site)?.findings ?? [];
  return {
    skills,
    findings: [...discovered.map(plainFinding), ...completed([...ofSource(ofIndex), ...findings])],
  };
}

/** Drops the fields that only a report on the site has. The path of a skill in a site is its name. */
function plainFinding({ status: _status, skill, ...finding }: SiteFinding): SourceFinding {
  return { path: skill, finding };
}

/**
 * The reasons not to unpack an archive, or not to use it. If a folder surrounds its skill, it is unpacked but
 * not used.
 */
function archiveFindings({ entry, content }: Artifact): SourceFinding<RawFinding>[] {
  if (content?.kind !== 'archive') return [];
  const flaw = { path: '.', flaw: 'There is no SKILL.md at the root of the archive' };
  const isMisplaced = content.folder !== null && !hasRootSkill(content);
  const layout = isMisplaced ? offence(SOURCE_RULES.rootSkillMissing, [flaw]) : [];
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
  if (content?.kind === 'archive' && !hasRootSkill(content)) return [];
  return [{ path: entry.name, folder }];
}
