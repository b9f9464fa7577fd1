import type { DryRun, Estimate } from '../../contracts/dry-run.ts';
import { NOT_KNOWN, showCount, showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';

const HEADING = heading('', '>expected', '>range', '>for trials', '>based on', '>at most');

export const MEASURES = [
  { name: 'tokens', label: 'tokens', show: showTokens },
  { name: 'requests', label: 'requests', show: showTokens },
  { name: 'usd', label: 'cost', show: showUsd },
  { name: 'agentSeconds', label: "agents' own time", show: showSeconds },
  { name: 'elapsedSeconds', label: 'total time', show: showSeconds },
] as const satisfies readonly { name: keyof DryRun; label: string; show: (value: number) => string }[];

export function estimateSection(planned: DryRun, options: ReportOptions): string[] {
  const rows = MEASURES.map((measure) => rowOf(planned, measure));
  const notes = notesOn(planned).flatMap((note) => paragraph(note, 'muted', options));
  return section('Estimate', [...table([HEADING, ...rows], options), '', ...notes], options);
}

function rowOf(planned: DryRun, { name, label, show }: (typeof MEASURES)[number]): Cell[] {
  const { estimate, bound } = planned[name];
  const most = right(bound === null ? 'no bound' : show(bound));
  if (estimate === null) return [{ text: label }, right(NOT_KNOWN), right(''), right(''), right(''), most];
  const { expected, least, most: highest, trials, restsOn } = estimate;
  return [
    { text: label },
    right(show(expected)),
    right(`${show(least)}\u00a0–\u00a0${show(highest)}`),
    right(`${trials} of ${planned.trials.length}`),
    right(`${restsOn} earlier`),
    most,
  ];
}

function notesOn(planned: DryRun): string[] {
  const estimates = MEASURES.map(({ name }) => planned[name].estimate).filter((one) => one !== null);
  if (estimates.length === 0) {
    return ['There is no earlier run to estimate from; only the limits bound this run.', LIMITS_NOTE];
  }
  return [...gapNote(planned, estimates), ...setupNote(estimates), ...cutNote(planned), LIMITS_NOTE];
}

const LIMITS_NOTE =
  '"At most" is what the limits and budgets allow. The last answer may exceed a token or dollar limit.';

function gapNote({ trials }: DryRun, estimates: readonly Estimate[]): string[] {
  const isWhole = estimates.every((estimate) => estimate.trials === trials.length);
  return isWhole ? [] : ['The usage of the other trials is unknown and not included.'];
}

function cutNote(planned: DryRun): string[] {
  const isBeyond = MEASURES.map(({ name }) => planned[name]).some(
    ({ estimate, bound }) => bound !== null && (estimate?.expected ?? 0) > bound,
  );
  return isBeyond ? ['The expected usage exceeds the limits; the run would probably stop early.'] : [];
}

function setupNote(estimates: readonly Estimate[]): string[] {
  const others = Math.max(...estimates.map(({ otherSetups }) => otherSetups));
  return others === 0 ? [] : [`Estimated from ${showCount(others, 'trial')} with another agent or model.`];
}
