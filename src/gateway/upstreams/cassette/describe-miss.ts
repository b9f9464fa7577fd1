import { printable } from '../../../base/printable.ts';
import { renderYaml } from '../../../base/render-yaml.ts';
import { type CanonicalRequest, keyOf } from './canonical-request.ts';

const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 160;

/** Says that no such request was recorded, with the nearest one and where the two differ. */
export function describeMiss(asked: CanonicalRequest, recorded: readonly CanonicalRequest[]): string {
  const key = keyOf(asked);
  const [nearest] = recorded
    .map((request, index) => ({ index, request, apart: charactersApart(key, keyOf(request)) }))
    .toSorted((a, b) => a.apart - b.apart);
  const missing = 'this request was not recorded.';
  if (nearest === undefined) return `${missing} The cassette holds no request at all.`;
  const number = nearest.index + 1;
  if (nearest.apart === 0)
    return `${missing} Its like was, as number ${number}, and fewer times than it is asked for.`;
  const difference = differenceOf(linesOf(nearest.request), linesOf(asked)).map((line) => `\n  ${line}`);
  return `${missing} The nearest is number ${number}; recorded (-) and asked for (+):${difference.join('')}`;
}

function linesOf(request: CanonicalRequest): string[] {
  return renderYaml(request).trimEnd().split('\n');
}

/**
 * Counts what two texts have outside their common start and end. A later request of the same conversation
 * contains all of an earlier one, and is no nearer for what else it contains.
 */
function charactersApart(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  const rest = shorter - start;
  while (end < rest && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return a.length + b.length - 2 * (start + end);
}

/** The lines that differ, without the common start and the common end. */
function differenceOf(recorded: readonly string[], asked: readonly string[]): string[] {
  const begin = commonLength(recorded, asked);
  const [restRecorded, restAsked] = [recorded.slice(begin), asked.slice(begin)];
  const end = commonLength(restRecorded.toReversed(), restAsked.toReversed());
  const alike = commonLength([...(restRecorded[0] ?? '')], [...(restAsked[0] ?? '')]);
  return [...shown('-', restRecorded, { end, alike }), ...shown('+', restAsked, { end, alike })];
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((part, place) => part !== b[place]);
  return index === -1 ? a.length : index;
}

/** `alike` is the number of characters that the two first lines have in common at the start. */
function shown(
  sign: string,
  lines: readonly string[],
  { end, alike }: { end: number; alike: number },
): string[] {
  const own = lines.slice(0, lines.length - end);
  const more = own.length > SHOWN_LINES ? [`… ${own.length - SHOWN_LINES} lines more`] : [];
  const parts = own.slice(0, SHOWN_LINES).map((line, index) => partOf(line, index === 0 ? alike : 0));
  return [...parts, ...more].map((part) => `${sign} ${part}`);
}

/** Shortens a long line to the part around the place where it differs from the other. */
function partOf(line: string, place: number): string {
  const from = place < SHOWN_CHARACTERS ? 0 : place - SHOWN_CHARACTERS / 2;
  const text = printable([...line].slice(from, from + SHOWN_CHARACTERS).join(''));
  return from === 0 ? text : `…${text}`;
}
