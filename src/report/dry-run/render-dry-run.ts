import type { DryRun } from '../../contracts/dry-run.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { joinSections, section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';
import { estimateSection } from './estimate-section.ts';
import { planFacts } from './plan-facts.ts';

/** Renders what a run would do and cost. */
export function renderDryRun(planned: DryRun, options: ReportOptions): string {
  const facts = planFacts(planned).map(({ label, value }): Cell[] => [
    { text: label, tone: 'muted' },
    { text: value },
  ]);
  return joinSections([
    paragraph('Nothing was run, asked or written.', 'strong', options),
    section('Plan', table(facts, options), options),
    section('Trials in their order, and their limits', table(trialRows(planned), options), options),
    estimateSection(planned, options),
  ]);
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
