import { printable } from '../../../base/printable.ts';
import type { CheckReport } from '../../../contracts/check-report.ts';
import type { Finding } from '../../../contracts/finding.ts';
import { fingerprintOf } from '../../../contracts/finding-fingerprint.ts';
import { artifactUri } from './artifact-uri.ts';
import { LEVELS } from './sarif-rule.ts';
import { sarifText } from './sarif-text.ts';

export function sarifResults(report: CheckReport) {
  return [
    ...report.findings.map((finding) => ({ ...resultOf(report, finding), suppressions: [] })),
    ...report.suppressed.map(({ finding, reason }) => ({
      ...resultOf(report, finding),
      suppressions: [{ kind: 'external', status: 'accepted', justification: printable(reason) }],
    })),
  ];
}

function resultOf(report: CheckReport, finding: Finding) {
  const { rule, title, severity, confidence, file, line, column, excerpt, remedy } = finding;
  return {
    ruleId: rule,
    level: LEVELS[severity],
    message: sarifText(excerpt === '' ? `${title}.` : `${title}. ${excerpt}`),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: artifactUri(report, file) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
    partialFingerprints: { 'assayFinding/v1': fingerprintOf(finding) },
    properties: { skill: report.name, severity, confidence, remedy },
  };
}
