import { messageOf } from '../base/assay-error.ts';
import { printable } from '../base/printable.ts';
import type { CheckReport } from '../contracts/check-report.ts';
import type { Finding } from '../contracts/finding.ts';
import { completeFinding } from './findings/complete-finding.ts';
import { maskSecrets } from './findings/mask-secrets.ts';
import type { Rule } from './findings/rule.ts';
import { sourceReport } from './source-report.ts';

export const notLoadedRule: Rule = {
  id: 'check/not-loaded',
  title: 'The source could not be loaded',
  severity: 'medium',
  why: 'What was not looked at is unknown, not clean.',
  remedy: 'Do what the message says, then check again.',
  owasp: [],
  reference: 'Assay: a fault of the harness is reported as one, never as a result.',
};

/** The report for a source or skill that could not be loaded, so that the others are still checked. */
export function notLoaded(source: string, thrown: unknown, path = '.'): CheckReport {
  const place = { file: '.', line: 1, column: 1, excerpt: '' };
  // The message is not shortened, because it ends with what to do.
  const finding: Finding = {
    ...completeFinding({ rule: notLoadedRule, ...place }, {}),
    excerpt: printable(maskSecrets(messageOf(thrown))),
  };
  return sourceReport(source, [finding], { verdict: 'error', path });
}
