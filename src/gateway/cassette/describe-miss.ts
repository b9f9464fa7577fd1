import { printable } from '../../base/printable.ts';
import { renderYaml } from '../../base/render-yaml.ts';
import type { CanonicalRequest } from './canonical-request.ts';

const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 160;

/** Says that nothing like this was recorded, with what comes nearest and where the two part. */
export function describeMiss(asked: CanonicalRequest, recorded: readonly CanonicalRequest[]): string {
  const lines = linesOf(asked);
  const [nearest] = recorded
    .map((request, index) => ({ index, lines: linesOf(request) }))
    .map((candidate) => ({ ...candidate, shared: sharedWith(lines, candidate.lines) }))
    .toSorted((a, b) => b.shared - a.shared);
  const missing = 'this request was not recorded.';
  if (nearest === undefined) return `${missing} The cassette holds no request at all.`;
  const again = nearest.shared === lines.length && nearest.lines.length === lines.length;
  if (again)
    return `${missing} Its like was, as number ${nearest.index + 1}, and fewer times than it is asked for.`;
  const difference = differenceOf(nearest.lines, lines).map((line) => `\n  ${line}`);
  return `${missing} The nearest is number ${nearest.index + 1}; recorded (-) and asked for (+):${difference.join('')}`;
}

function linesOf(request: CanonicalRequest): string[] {
  return renderYaml(request).trimEnd().split('\n');
}

function sharedWith(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  }).length;
}

/** What is between the lines that both begin with and those that both end with. */
function differenceOf(recorded: readonly string[], asked: readonly string[]): string[] {
  const begin = commonLength(recorded, asked);
  const [restRecorded, restAsked] = [recorded.slice(begin), asked.slice(begin)];
  const end = commonLength(restRecorded.toReversed(), restAsked.toReversed());
  return [...shown('-', restRecorded, end), ...shown('+', restAsked, end)];
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((line, place) => line !== b[place]);
  return index === -1 ? a.length : index;
}

function shown(sign: string, lines: readonly string[], end: number): string[] {
  const own = lines.slice(0, lines.length - end);
  const more = own.length > SHOWN_LINES ? [`${sign} … ${own.length - SHOWN_LINES} lines more`] : [];
  return [
    ...own.slice(0, SHOWN_LINES).map((line) => `${sign} ${printable(line).slice(0, SHOWN_CHARACTERS)}`),
    ...more,
  ];
}
