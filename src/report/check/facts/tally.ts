import type { CheckReport } from '../../../contracts/check-report.ts';
import { Severity } from '../../../contracts/finding.ts';
import { SEVERITIES } from '../../facts/wording.ts';
import { VERDICTS } from './verdicts.ts';

/** Sums up reports, for example "3 skills: 2 pass, 1 fail. 4 findings: 1 high, 3 low; 2 accepted." */
export function tally(reports: readonly CheckReport[]): string {
  const findings = reports.flatMap((report) => report.findings);
  const accepted = reports.reduce((sum, { suppressed }) => sum + suppressed.length, 0);
  const verdicts = Object.entries(VERDICTS).map(([verdict, { label }]) =>
    counted(reports.filter((report) => report.verdict === verdict).length, label),
  );
  const severities = Severity.options.map((severity) =>
    counted(findings.filter((finding) => finding.severity === severity).length, SEVERITIES[severity].label),
  );
  return [
    `${plural(reports.length, 'skill')}${listed(verdicts)}.`,
    ` ${plural(findings.length, 'finding')}${listed(severities)}`,
    accepted === 0 ? '.' : `; ${accepted} accepted.`,
  ].join('');
}

function counted(count: number, label: string): string[] {
  return count === 0 ? [] : [`${count} ${label}`];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(parts: readonly string[][]): string {
  const flat = parts.flat();
  return flat.length === 0 ? '' : `: ${flat.join(', ')}`;
}
