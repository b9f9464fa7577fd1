import type { Finding } from '../../../contracts/finding.ts';
import type { SecurityEvidence, SiteFinding } from '../../../contracts/site-report.ts';
import { completeFinding } from '../../findings/complete-finding.ts';
import type { Check } from '../../findings/rule.ts';
import { runChecks } from '../../findings/run-checks.ts';
import { type ReadSkill, readSkill } from '../../skill/read-skill.ts';
import { archiveOffences } from '../reading/archive-offences.ts';
import { originClass } from '../reading/origin-class.ts';
import { type RiskKind, riskKindOf } from '../reading/risk-kind.ts';
import { shownUrl } from '../reading/shown-url.ts';
import { siteFinding } from '../reading/site-finding.ts';
import { SITE_RULES, type SiteRule } from '../reading/site-rules.ts';
import { changingGrants, externalHosts, hookReferences } from '../reading/trust-signs.ts';
import type { Artifact } from '../site-observation.ts';
import type { SiteReading, StepResult } from './step-result.ts';

type Risk = { kind: RiskKind | null; count: number; finding: SiteFinding };

/**
 * Step 6 reads everything and executes nothing. The origin of artifacts is counted here and judged in step 4.
 */
export function reviewSecurity(
  { observation, index }: SiteReading,
  checks: readonly Check[],
): StepResult<SecurityEvidence> {
  const read = observation.artifacts.filter(({ content }) => content !== null);
  if (index === null || read.length === 0) return null;
  const indexUrl = index.answer.url;
  const risks = read.flatMap((artifact) => risksIn(artifact, indexUrl, checks));
  const total = (kind: RiskKind) =>
    risks.filter((risk) => risk.kind === kind).reduce((sum, { count }) => sum + count, 0);
  return {
    findings: risks.map(({ finding }) => finding),
    evidence: {
      injections: total('injections'),
      credentials: total('credentials'),
      unsafeArchives: total('unsafeArchives'),
      toolGrants: total('toolGrants'),
      hooks: total('hooks'),
      dynamicContext: total('dynamicContext'),
      suspiciousCommands: total('suspiciousCommands'),
      externalUrls: total('externalUrls'),
      archiveScripts: total('archiveScripts'),
      crossOriginArtifacts: read.filter(({ fetched }) => originClass(fetched.url, indexUrl) !== 'same-origin')
        .length,
    },
  };
}

function risksIn(artifact: Artifact, indexUrl: string, checks: readonly Check[]): Risk[] {
  const folder = artifact.content?.folder ?? null;
  if (folder === null) return archiveRisks(artifact);
  const skill = readSkill(folder);
  return [
    ...archiveRisks(artifact),
    ...signsIn(skill, artifact, indexUrl),
    ...reviewed(skill, artifact, checks),
  ];
}

function archiveRisks({ entry, content }: Artifact): Risk[] {
  if (content?.kind !== 'archive') return [];
  const attacks = archiveOffences(content).filter(({ isSecurity }) => isSecurity);
  return attacks.map(({ file, excerpt }) => ({
    kind: 'unsafeArchives',
    count: 1,
    finding: siteFinding(SITE_RULES.archiveUnsafe, { file, excerpt, skill: entry.name }),
  }));
}

/** Signs that the published check counts beyond the security review of a single skill. */
function signsIn(skill: ReadSkill, { entry, content }: Artifact, indexUrl: string): Risk[] {
  const scripts = skill.files.map(({ path }) => path).filter((path) => /(^|\/)scripts\//.test(path));
  const sign = (
    kind: RiskKind,
    rule: SiteRule,
    file: string,
    [first, ...others]: readonly string[],
  ): Risk[] => {
    if (first === undefined) return [];
    const excerpt = others.length === 0 ? first : `${first} (and ${others.length} more)`;
    return [
      { kind, count: others.length + 1, finding: siteFinding(rule, { skill: entry.name, file, excerpt }) },
    ];
  };
  return [
    ...sign('toolGrants', SITE_RULES.toolGrants, 'SKILL.md', changingGrants(skill)),
    ...sign('hooks', SITE_RULES.hooks, 'SKILL.md', hookReferences(skill)),
    ...sign('externalUrls', SITE_RULES.externalUrls, 'SKILL.md', externalHosts(skill, indexUrl)),
    ...sign(
      'archiveScripts',
      SITE_RULES.archiveScripts,
      shownUrl(entry.url),
      content?.kind === 'archive' ? scripts : [],
    ),
  ];
}

function reviewed(skill: ReadSkill, { entry }: Artifact, checks: readonly Check[]): Risk[] {
  const findings = runChecks(skill, checks).map((raw) => completeFinding(raw, {}));
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => {
      const kind = riskKindOf(finding.rule);
      return { kind, count: 1, finding: { ...finding, skill: entry.name, status: statusOf(kind, finding) } };
    });
}

/**
 * Only injected instructions and credentials fail a site, and only with high confidence. The review lowers
 * the severity of what is quoted, warned of or taught, so what is still grave, and no mere guess, is what the
 * check means.
 */
function statusOf(kind: RiskKind | null, { confidence, severity }: Finding): SiteFinding['status'] {
  const isGrave =
    severity === 'critical' || severity === 'high' || (kind === 'credentials' && severity === 'medium');
  const isFailure = kind === 'injections' || kind === 'credentials';
  return isFailure && isGrave && confidence !== 'low' ? 'fail' : 'warn';
}
