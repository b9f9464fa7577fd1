import type { Severity } from '../../../contracts/finding.ts';
import type { RuleDescription } from '../../../contracts/rule-description.ts';
import { sarifText } from './sarif-text.ts';

export const LEVELS = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
} as const satisfies Record<Severity, string>;

/** Scores on the CVSS scale, from which GitHub derives the severity of a security alert. */
const SECURITY_SEVERITIES = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.1',
} as const satisfies Record<Severity, string>;

export function sarifRule({ id, title, severity, why, remedy, owasp, reference }: RuleDescription) {
  return {
    id,
    shortDescription: sarifText(`${title}.`),
    fullDescription: sarifText(why),
    help: sarifText(`${why} ${remedy} Reference: ${reference}.`),
    defaultConfiguration: { level: LEVELS[severity] },
    properties:
      owasp.length === 0
        ? { tags: [] }
        : {
            tags: ['security', ...owasp.map((list) => `OWASP-${list}`)],
            'security-severity': SECURITY_SEVERITIES[severity],
          },
  };
}
