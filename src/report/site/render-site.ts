import type { SiteReport, SiteStep, StepStatus } from '../../contracts/site-report.ts';
import { findingLines } from '../check/terminal/finding-lines.ts';
import type { Wording } from '../facts/wording.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections } from '../terminal/section.ts';
import { type Cell, heading, right, table, wordCell } from '../terminal/table.ts';
import { evidenceRows } from './evidence-rows.ts';

type SiteReportOptions = ReportOptions & { verbose: boolean };

const STEP_STATUSES = {
  pass: { label: 'pass', tone: 'good' },
  warn: { label: 'warn', tone: 'warn' },
  fail: { label: 'fail', tone: 'bad' },
  'not-applicable': { label: 'not applicable', tone: 'muted' },
} as const satisfies Record<StepStatus, Wording>;

/** Renders the score and the steps that it is made of, then the evidence and findings of each step. */
export function renderSite(report: SiteReport, options: SiteReportOptions): string {
  const { url, score, verdict, steps } = report;
  const head: Cell[] = [
    wordCell(STEP_STATUSES[verdict]),
    { text: url, tone: 'strong' },
    right(`${score} of 100`, 'strong'),
  ];
  return joinSections([
    table([head], options),
    table([heading('status', 'step', '>weight'), ...steps.map(stepRow)], options),
    ...steps.map((step) => stepLines(step, options)),
  ]);
}

function stepRow({ status, title, weight }: SiteStep): Cell[] {
  return [wordCell(STEP_STATUSES[status]), { text: title }, right(`${weight} %`)];
}

function stepLines(step: SiteStep, options: SiteReportOptions): string[] {
  return [
    ...paragraph(`${step.title}: ${STEP_STATUSES[step.status].label}`, 'strong', options, ''),
    ...table(evidenceRows(step), options),
    ...step.findings.flatMap((finding) => findingLines(named(finding), options)),
  ];
}

/** Several skills of a site have a SKILL.md, so the place begins with the skill. */
function named({ skill, ...finding }: SiteStep['findings'][number]) {
  return skill === null ? finding : { ...finding, file: `${skill} ${finding.file}` };
}
