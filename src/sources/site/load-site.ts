import { digestOf } from '../../base/digest.ts';
import { completeFinding } from '../../checks/complete-finding.ts';
import type { RawFinding } from '../../checks/rule.ts';
import { readIndex } from '../../checks/site/read-index.ts';
import type { Artifact } from '../../checks/site/site-observation.ts';
import { discoverIndex } from '../../checks/site/steps/discover-index.ts';
import { validateIndexSchema } from '../../checks/site/steps/validate-index-schema.ts';
import { validateSkillEntries } from '../../checks/site/steps/validate-skill-entries.ts';
import { verifyArtifacts } from '../../checks/site/steps/verify-artifacts.ts';
import { offence } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { Finding } from '../../contracts/finding.ts';
import type { SiteFinding } from '../../contracts/site-report.ts';
import type { LoadedSkill, LoadedSource } from '../source.ts';
import { gatherSite, type SiteOptions } from './gather-site.ts';
import type { SiteSource } from './parse-site.ts';

/** The skills of a site whose bytes are those that its index announces. Of the others there is a finding. */
export async function loadSite(source: SiteSource, options: SiteOptions): Promise<LoadedSource> {
  const observation = await gatherSite(source, options);
  const site = { observation, index: readIndex(observation) };
  const verified = verifyArtifacts(site);
  const steps = [discoverIndex(site), validateIndexSchema(site), validateSkillEntries(site), verified];
  const ofArchives = observation.artifacts.flatMap(({ content }) =>
    content?.kind === 'archive' ? content.faults : [],
  );
  const leftOut = leftOutFindings(verified?.evidence.notProcessed ?? 0, observation.artifacts.length);
  return {
    skills: observation.artifacts.flatMap(verifiedSkill),
    findings: [
      ...steps.flatMap((step) => step?.findings ?? []).map(plainFinding),
      ...[...ofArchives, ...leftOut].map((finding) => completeFinding(finding, {})),
    ],
  };
}

/** Without what only a report on the site has. */
function plainFinding({ status: _status, skill: _skill, ...finding }: SiteFinding): Finding {
  return finding;
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
