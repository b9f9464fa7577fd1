import type { BaselineEntry, CheckBaseline } from '../contracts/check-baseline.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import { type Finding, Severity } from '../contracts/finding.ts';
import { fingerprintOf } from '../contracts/finding-fingerprint.ts';
import { verdictOf } from './verdict.ts';

/** `today` is a date such as 2026-01-31; it decides which entries have expired. */
export type BaselineTerms = { baseline: CheckBaseline; today: string };

/**
 * Moves accepted findings out of the findings, with the reason. The verdict follows from the rest. That a
 * skill could not be checked cannot be accepted.
 */
export function applyBaseline(report: CheckReport, { baseline, today }: BaselineTerms): CheckReport {
  const entries = baseline.entries.filter((entry) => !hasExpired(entry, today));
  const judged = report.findings.map((finding) => ({
    finding,
    entry: entries.find((entry) => accepts(entry, report, finding)),
  }));
  const findings = judged.flatMap(({ finding, entry }) => (entry === undefined ? [finding] : []));
  const suppressed = judged.flatMap(({ finding, entry }) =>
    entry === undefined ? [] : [{ finding, reason: entry.reason }],
  );
  const verdict = report.verdict === 'error' ? 'error' : verdictOf(findings);
  return { ...report, findings, suppressed: [...report.suppressed, ...suppressed], verdict };
}

/**
 * Entries that accept every open finding, one for each fingerprint and title. Faults of the checking itself are
 * not accepted.
 */
export function baselineOf(reports: readonly CheckReport[], reason: string): BaselineEntry[] {
  const entries = reports.flatMap((report) =>
    report.findings
      .filter(({ rule }) => !rule.startsWith('check/'))
      .toSorted((a, b) => rankOf(b.severity) - rankOf(a.severity))
      .map((finding) => ({ ...entryFor(finding, report), reason })),
  );
  const keyOf = ({ fingerprint, skill, title }: BaselineEntry) => JSON.stringify([fingerprint, skill, title]);
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()];
}

/**
 * The title names what the line alone does not show, such as the host that a variable holds. Where it does not know that either,
 * any other part of the skill may decide it. Titles of the specification hold counts, which change with every edit.
 */
function entryFor(finding: Finding, { name, digest }: CheckReport): Omit<BaselineEntry, 'reason'> {
  const { rule, file, severity, title } = finding;
  const entry = { rule, skill: name, file, fingerprint: fingerprintOf(finding), severity };
  if (rule.startsWith('spec/')) return entry;
  return isResolved(finding) || digest === null ? { ...entry, title } : { ...entry, title, digest };
}

/** What these rules find depends on where something is sent to or comes from. */
const ABOUT_A_PLACE: ReadonlySet<string> = new Set([
  ...['security/credential-exfiltration', 'security/environment-exfiltration', 'security/data-exfiltration'],
  ...[
    'security/machine-fingerprint',
    'security/surveillance',
    'security/covert-copy',
    'security/reverse-shell',
  ],
  ...['security/download-and-run', 'security/decode-and-run', 'security/remote-instructions'],
]);
const IN_BACKGROUND = ' unseen, in the background';
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;
const UNKNOWN_PART = /[${}]/;

function isResolved({ rule, title }: Finding): boolean {
  if (!ABOUT_A_PLACE.has(rule)) return !UNKNOWN_PART.test(title);
  const words = (title.endsWith(IN_BACKGROUND) ? title.slice(0, -IN_BACKGROUND.length) : title).split(' ');
  return ['to', 'from'].includes(words.at(-2) ?? '') && HOST.test(words.at(-1) ?? '');
}

export type IdleEntry = { entry: BaselineEntry; why: 'matches nothing' | 'expired' };

/**
 * Entries that no longer accept anything. An entry for a skill that was not checked this time may still be
 * needed.
 */
export function idleEntries(
  { baseline, today }: BaselineTerms,
  reports: readonly CheckReport[],
): IdleEntry[] {
  return baseline.entries.flatMap((entry): IdleEntry[] => {
    const meant = reports.filter(({ name }) => entry.skill === undefined || entry.skill === name);
    if (meant.length === 0) return [];
    if (!meant.some((report) => allFindings(report).some((finding) => accepts(entry, report, finding))))
      return [{ entry, why: 'matches nothing' }];
    return hasExpired(entry, today) ? [{ entry, why: 'expired' }] : [];
  });
}

/** Every field of an entry must match; fields that it omits match anything. */
function accepts(entry: BaselineEntry, report: CheckReport, finding: Finding): boolean {
  const { rule, skill, digest, file, fingerprint, title, severity } = entry;
  return (
    rule === finding.rule &&
    (skill ?? report.name) === report.name &&
    (digest ?? report.digest) === report.digest &&
    (file ?? finding.file) === finding.file &&
    (title ?? finding.title) === finding.title &&
    rankOf(severity ?? finding.severity) <= rankOf(finding.severity) &&
    (fingerprint ?? fingerprintOf(finding)) === fingerprintOf(finding)
  );
}

/** The most severe has the lowest rank. */
function rankOf(severity: Severity): number {
  return Severity.options.indexOf(severity);
}

function hasExpired({ expires }: BaselineEntry, today: string): boolean {
  return expires !== undefined && expires < today;
}

function allFindings({ findings, suppressed }: CheckReport): Finding[] {
  return [...findings, ...suppressed.map(({ finding }) => finding)];
}
