import type { SuppressedFinding } from '../../../contracts/check-report.ts';
import type { Finding } from '../../../contracts/finding.ts';
import { SEVERITIES } from '../../facts/wording.ts';
import type { ReportOptions } from '../../report-options.ts';
import { paragraph } from '../../terminal/paragraph.ts';
import { placeOf } from '../facts/place.ts';

const INDENT = '      ';

/**
 * Says what was found and where; with `verbose` also why it matters, what to do, and where OWASP lists it.
 */
export function findingLines(finding: Finding, options: ReportOptions & { verbose: boolean }): string[] {
  const { rule, title, severity, confidence, excerpt, why, remedy, owasp } = finding;
  const { label, tone } = SEVERITIES[severity];
  const lists = owasp.length === 0 ? '' : `, OWASP ${owasp.join(' ')}`;
  const place = excerpt === '' ? placeOf(finding) : `${placeOf(finding)}: ${excerpt}`;
  const details = [why, `Remedy: ${remedy}`, `Confidence ${confidence}${lists}.`];
  return [
    ...paragraph(`${label}: ${title} (${rule})`, tone, options, '    '),
    ...paragraph(place, 'plain', options, INDENT),
    ...(options.verbose ? details.flatMap((text) => paragraph(text, 'muted', options, INDENT)) : []),
  ];
}

/** Accepted findings are printed beside the others, so that nobody has to look for them. */
export function acceptedLines({ finding, reason }: SuppressedFinding, options: ReportOptions): string[] {
  const { rule, title, severity } = finding;
  return [
    ...paragraph(`accepted: ${SEVERITIES[severity].label}: ${title} (${rule})`, 'muted', options, '    '),
    ...paragraph(`${placeOf(finding)}: ${reason}`, 'muted', options, INDENT),
  ];
}
