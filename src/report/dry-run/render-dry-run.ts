import type { DryRun, MatrixDryRun } from '../../contracts/dry-run.ts';
import { nameSetup } from '../facts/agent-facts.ts';
import { NOT_KNOWN } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';
import { estimateSection, MEASURES } from './estimate-section.ts';
import { planFacts } from './plan-facts.ts';

/** Renders what a run would do and cost. */
export function renderDryRun(planned: DryRun, options: ReportOptions): string {
  return joinSections([
    nothingRun(options),
    planSection('Plan', planned, options),
    trialsSection(planned, options),
    estimateSection(planned, options),
  ]);
}

/** Renders what several runs of the same trials would do and cost, and what all of them come to. */
export function renderMatrixDryRun({ runs, total }: MatrixDryRun, options: ReportOptions): string {
  const plans = runs.map((planned) => [
    planSection(nameSetup(planned.setup), planned, options),
    estimateSection(planned, options),
  ]);
  const [first] = runs;
  return joinSections([
    nothingRun(options),
    ...plans.flat(),
    first === undefined ? [] : trialsSection(first, options),
    section(`All ${runs.length} runs together`, table(totalRows(total), options), options),
  ]);
}

function nothingRun(options: ReportOptions): string[] {
  return paragraph('Nothing was run, asked or written.', 'strong', options);
}

function planSection(title: string, planned: DryRun, options: ReportOptions): string[] {
  const facts = planFacts(planned).map(({ label, value }): Cell[] => [
    { text: label, tone: 'muted' },
    { text: value },
  ]);
  return section(title, table(facts, options), options);
}

function trialsSection(planned: DryRun, options: ReportOptions): string[] {
  return section('Trials in their order, and their limits', table(trialRows(planned), options), options);
}

function totalRows(total: MatrixDryRun['total']): Cell[][] {
  return [
    heading('', '>expected', '>at most'),
    ...MEASURES.map(({ name, label, show }) => {
      const { expected, bound } = total[name];
      const most = bound === null ? 'no bound' : show(bound);
      return [{ text: label }, right(expected === null ? NOT_KNOWN : show(expected)), right(most)];
    }),
  ];
}

function trialRows({ trials }: DryRun): Cell[][] {
  return [
    heading('trial', '>seconds', '>requests', '>tokens', '>dollars'),
    ...trials.map(({ id, limits }) => [
      { text: id, isId: true as const },
      right(String(limits.maxSeconds)),
      right(String(limits.maxRequests)),
      right(String(limits.maxTokens ?? '–')),
      right(String(limits.maxUsd ?? '–')),
    ]),
  ];
}
