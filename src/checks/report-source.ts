import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { type CheckOptions, checkSkill } from './check-skill.ts';
import { notLoaded } from './not-loaded.ts';
import { sourceReport } from './source-report.ts';
import { isIncompleteness, verdictOf } from './verdict.ts';

/** A finding from loading a source. `path` is the skill that it is about, or null for the source itself. */
export type SourceFinding<Found = Finding> = { path: string | null; finding: Found };

type Loaded = {
  skills: readonly { path: string; folder: SkillFolder }[];
  findings: readonly SourceFinding[];
};

/**
 * Yields a report for each skill of a source as soon as it is checked, then one for each skill that could not
 * be loaded. Findings about the source itself get a report of their own.
 */
export function* reportSource(
  source: string,
  { skills, findings }: Loaded,
  options: Omit<CheckOptions, 'path' | 'found'>,
): Generator<CheckReport> {
  const paths = new Set([...skills, ...findings].flatMap(({ path }) => path ?? []));
  const byOwner = Map.groupBy(findings, (one) => ownerOf(one, paths));
  const foundIn = (path: string) => (byOwner.get(path) ?? []).map(({ finding }) => seenFrom(path, finding));
  for (const { path, folder } of skills) {
    yield checkedOrNot(source, folder, { ...options, path, found: foundIn(path) });
  }
  const unread = paths.difference(new Set(skills.map(({ path }) => path)));
  for (const path of unread) yield sourceReport(source, foundIn(path), { path, verdict: 'error' });
  const rest = (byOwner.get(null) ?? []).map(({ finding }) => finding);
  if (paths.size === 0) yield sourceReport(source, rest, { verdict: 'error' });
  else if (rest.length > 0) yield sourceReport(source, rest, { verdict: verdictOf(rest) });
}

/**
 * A fault of ours while checking one skill is reported for that skill, and the others still get their
 * reports.
 */
function checkedOrNot(source: string, folder: SkillFolder, options: CheckOptions): CheckReport {
  try {
    return checkSkill(folder, options);
  } catch (thrown) {
    return notLoaded(source, thrown, options.path);
  }
}

/** Renames a file to what it is called inside the skill. */
export function seenFrom(path: string, finding: Finding): Finding {
  const { file } = finding;
  if (file === path) return { ...finding, file: '.' };
  return file.startsWith(`${path}/`) ? { ...finding, file: file.slice(path.length + 1) } : finding;
}

/** If a source has one skill, all findings are about that skill, except that something else was left out. */
function ownerOf({ path, finding }: SourceFinding, paths: ReadonlySet<string>): string | null {
  const [first = null] = paths;
  return path ?? (paths.size === 1 && !isIncompleteness(finding) ? first : null);
}
