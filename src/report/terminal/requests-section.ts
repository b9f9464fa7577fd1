import type { ModelCall } from '../../contracts/model-call.ts';
import { showSeconds, showTokens, showUsd } from '../facts/amounts.ts';
import type { ReportOptions } from '../report-options.ts';
import { section } from './section.ts';
import { type Cell, heading, right, table } from './table.ts';

export type PricedCall = ModelCall & { costUsd: number | null };

const HEADING = heading('model', '>status', '>in', '>from cache', '>to cache', '>out', '>took', '>cost');

/** Lists requests of a trial for an answer, in the order in which they ended. */
export function requestsSection(
  calls: readonly PricedCall[],
  options: ReportOptions,
  title = 'Requests',
): string[] {
  const lines = calls.length === 0 ? [] : table([HEADING, ...calls.map(rowOf)], options);
  return section(title, lines, options);
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

/** Providers omit zero counts, so "not measured" would fill most of the table. */
function countCell(count: number | null | undefined): Cell {
  return right(count === null || count === undefined ? '–' : showTokens(count));
}
