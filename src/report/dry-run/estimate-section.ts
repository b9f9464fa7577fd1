import type { DryRun, Estimate } from '../../contracts/dry-run.ts';
import { NOT_KNOWN, showCount, showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { section } from '../terminal/section.ts';
import { type Cell, heading, right, table } from '../terminal/table.ts';

const HEADING = heading('', '>expected', '>range', '>for trials', '>rests on', '>at most');

const MEASURES = [
  { name: 'tokens', label: 'tokens', show: showTokens },
  { name: 'requests', label: 'requests', show: showTokens },
  { name: 'usd', label: 'cost', show: showUsd },
  { name: 'agentSeconds', label: "agents' own time", show: showSeconds },
  { name: 'elapsedSeconds', label: 'time in all', show: showSeconds },
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
    return ['No earlier run of this suite tells what this one takes: only its limits bound it.', LIMITS_NOTE];
  }
  return [...gapNote(planned, estimates), ...setupNote(estimates), ...cutNote(planned), LIMITS_NOTE];
}

const LIMITS_NOTE =
  'At most is what limits and budgets leave. A last answer may go beyond what is bounded in tokens or dollars.';

function gapNote({ trials }: DryRun, estimates: readonly Estimate[]): string[] {
  const isWhole = estimates.every((estimate) => estimate.trials === trials.length);
  return isWhole ? [] : ['What the other trials take is not known, and in no sum.'];
}

function cutNote(planned: DryRun): string[] {
  const isBeyond = MEASURES.map(({ name }) => planned[name]).some(
    ({ estimate, bound }) => bound !== null && (estimate?.expected ?? 0) > bound,
  );
  return isBeyond ? ['More is expected than the limits leave: not all of it would be run to its end.'] : [];
}

function setupNote(estimates: readonly Estimate[]): string[] {
  const others = Math.max(...estimates.map(({ otherSetups }) => otherSetups));
  return others === 0
    ? []
    : [`Estimated by what another agent or model took: ${showCount(others, 'trial')}.`];
}
