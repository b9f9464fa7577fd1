import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { type CheckOptions, checkSkill } from './check-skill.ts';
import { bySeverityThenPlace } from './order-findings.ts';
import { sourceReport } from './source-report.ts';
import { isIncompleteness, verdictOf } from './verdict.ts';

type Loaded = {
  skills: readonly { path: string; folder: SkillFolder }[];
  findings: readonly Finding[];
};

/**
 * A report for each skill of a source, as soon as it is checked. What was found of the source while it was loaded
 * belongs to the skill that it lies in; the rest, such as a skill that could not be loaded, is a report of its own.
 */
export function* reportSource(
  source: string,
  { skills, findings }: Loaded,
  options: Omit<CheckOptions, 'path'>,
): Generator<CheckReport> {
  const byOwner = Map.groupBy(findings, (finding) => ownerOf(finding, skills));
  for (const skill of skills) {
    const { path, folder } = skill;
    const found = byOwner.get(skill) ?? [];
    yield withFindings(
      checkSkill(folder, { ...options, path }),
      found.map((finding) => seenFrom(path, finding)),
    );
  }
  const rest = byOwner.get(null) ?? [];
  if (skills.length === 0) yield sourceReport(source, rest, 'error');
  else if (rest.length > 0) yield sourceReport(source, rest);
}

/** Of a source with one skill, all is about that skill, unless it is that something else was left out. */
function ownerOf<Skill extends { path: string }>(finding: Finding, skills: readonly Skill[]): Skill | null {
  const [first = null, second] = skills;
  const within = skills.find(({ path }) => isWithin(path, finding.file)) ?? null;
  return within ?? (second === undefined && !isIncompleteness(finding) ? first : null);
}

function isWithin(path: string, file: string): boolean {
  return path === '.' || file === path || file.startsWith(`${path}/`);
}

function seenFrom(path: string, finding: Finding): Finding {
  if (path === '.' || !isWithin(path, finding.file)) return finding;
  return { ...finding, file: finding.file.slice(path.length + 1) || '.' };
}

function withFindings(report: CheckReport, found: readonly Finding[]): CheckReport {
  if (found.length === 0) return report;
  const findings = [...report.findings, ...found].sort(bySeverityThenPlace);
  return { ...report, findings, verdict: verdictOf(findings) };
}
