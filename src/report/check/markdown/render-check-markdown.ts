import type { CheckReport } from '../../../contracts/check-report.ts';
import { originOf } from '../facts/place.ts';
import { tally } from '../facts/tally.ts';
import { VERDICTS } from '../facts/verdicts.ts';
import { acceptedDetails, findingDetails, findingTable } from './finding-blocks.ts';
import { code, prose } from './markdown-text.ts';

/** GitHub refuses a comment of more than 65,536 characters. */
const MAX_LENGTH = 65_000;

/** The number of findings shown per skill, worst first: the largest limit whose text fits. */
const LIMITS = [Number.POSITIVE_INFINITY, 20, 5, 1] as const;

/** Renders the comment for a pull request: a table of the findings, and the remedies folded below it. */
export function renderCheckMarkdown(reports: readonly CheckReport[]): string {
  const texts = LIMITS.values().map((limit) => renderWithin(limit, reports));
  return texts.find((text) => text.length <= MAX_LENGTH) ?? renderWithin(0, reports);
}

function renderWithin(limit: number, reports: readonly CheckReport[]): string {
  const shown = reports.map((report) => ({
    ...report,
    findings: report.findings.slice(0, limit),
    suppressed: report.suppressed.slice(0, limit),
  }));
  const left = countOf(reports) - countOf(shown);
  const note = left === 0 ? [] : [`${left} more are not shown here; the other formats have all of them.`];
  const blocks = shown.filter((report) => countOf([report]) > 0).flatMap(skillBlocks);
  return `${['### Assay: skill check', prose(tally(reports)), ...note, ...blocks].join('\n\n')}\n`;
}

function countOf(reports: readonly CheckReport[]): number {
  return reports.reduce((sum, { findings, suppressed }) => sum + findings.length + suppressed.length, 0);
}

function skillBlocks(report: CheckReport): string[] {
  const { name, findings, suppressed, verdict } = report;
  return [
    `#### ${code(name)}: ${VERDICTS[verdict].label}`,
    code(originOf(report)),
    ...(findings.length === 0 ? [] : [findingTable(findings), findingDetails(findings)]),
    ...(suppressed.length === 0 ? [] : [acceptedDetails(suppressed)]),
  ];
}
