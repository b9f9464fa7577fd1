import type { ModelCall } from '../../contracts/model-call.ts';
import { showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import { SIDE_LABELS } from '../facts/side-labels.ts';
import type { ReportOptions } from '../report-options.ts';
import { section } from './section.ts';
import { type Cell, heading, right, table } from './table.ts';

export type PricedCall = ModelCall & { costUsd: number | null };

const HEADING = ['model', '>status', '>in', '>from cache', '>to cache', '>out', '>took', '>cost'];

/** Lists requests of a trial for an answer, in the order in which they ended. */
export function requestsSection(
  calls: readonly PricedCall[],
  options: ReportOptions,
  title = 'Requests',
): string[] {
  if (calls.length === 0) return [];
  const isLabelled = calls.some(({ label }) => label !== undefined);
  const rows = calls.map((call) => (isLabelled ? [...rowOf(call), labelCell(call)] : rowOf(call)));
  const labels = isLabelled ? [...HEADING, 'for'] : HEADING;
  return section(title, table([heading(...labels), ...rows], options), options);
}

function rowOf({ model, status, usage, latencyMs, costUsd }: PricedCall): Cell[] {
  return [
    { text: model },
    right(String(status)),
    ...[usage?.inputTokens, usage?.cacheReadTokens, usage?.cacheWriteTokens, usage?.outputTokens].map(
      countCell,
    ),
    right(showSeconds(latencyMs / 1000)),
    right(showUsd(costUsd)),
  ];
}

function labelCell({ label }: PricedCall): Cell {
  return { text: label === undefined ? 'the work' : SIDE_LABELS[label] };
}

/** Providers omit zero counts, so "not measured" would fill most of the table. */
function countCell(count: number | null | undefined): Cell {
  return right(count === null || count === undefined ? '–' : showTokens(count));
}
