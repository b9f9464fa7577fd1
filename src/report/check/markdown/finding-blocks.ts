import type { SuppressedFinding } from '../../../contracts/check-report.ts';
import type { Finding } from '../../../contracts/finding.ts';
import { SEVERITIES } from '../../facts/wording.ts';
import { placeOf } from '../facts/place.ts';
import { code, prose } from './markdown-text.ts';

export function findingTable(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { severity, title } = finding;
    return `| ${SEVERITIES[severity].label} | ${code(title)} | ${code(placeOf(finding))} |`;
  });
  return ['| severity | finding | place |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Explains each rule once, because it says the same of all its findings. */
export function findingDetails(findings: readonly Finding[]): string {
  const items = [...Map.groupBy(findings, ({ rule }) => rule).values()].flatMap(ruleItem);
  return folded('Why it matters and what to do', items);
}

export function acceptedDetails(suppressed: readonly SuppressedFinding[]): string {
  const items = suppressed.map(
    ({ finding, reason }) => `- ${code(finding.title)} in ${code(placeOf(finding))}: ${code(reason)}`,
  );
  return folded('Accepted', items);
}

function ruleItem(findings: readonly Finding[]): string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { rule, why, remedy, owasp } = first;
  const lists = owasp.length === 0 ? '' : ` (OWASP ${prose(owasp.join(', '))})`;
  const seen = findings.filter(({ excerpt }) => excerpt !== '');
  return [
    `- ${code(rule)}${lists}: ${prose(why)} ${prose(remedy)}`,
    ...seen.map((finding) => `  - ${code(placeOf(finding))}: ${code(finding.excerpt)}`),
  ];
}

function folded(title: string, items: readonly string[]): string {
  return [`<details><summary>${title}</summary>`, '', ...items, '', '</details>'].join('\n');
}
