import { type OtherValue, spread } from './other-value.ts';

/** A value in a text. */
type Spot = { at: number; old: string };

/** Values are looked for at the start, in the middle and at the end of a long text. */
const WINDOW = 64 * 1024;

const NUMBER = /(?<![\d\\])(?<!&#x?)\d+(?:,\d{3}(?!\d))*(?:\.\d+)*/g;
/** Neither the key of a JSON object nor a part of an escape or of an entity. */
const WORD = /(?<![\\&\p{L}\p{M}])\p{L}[\p{L}\p{M}]*(?![\p{L}\p{M}]|"\s*:)/gu;
/** The text between a tag and a closing one. */
const NODE = /(?<=>)[^<>]+(?=<\/)/g;
const NO_TEXT = /^<(?:style|script)\b/i;
/** A cell of a sheet whose number is that of a text elsewhere, or no number. */
const NO_NUMBER = /^<c\b[^<>]*\bt="[sbe]"/;
const INTERPRETER = /^#!.*/;

type Words = 'if too few numbers' | 'if no numbers';

/** Changes one value of a text: a number, or else a word. */
export function changeText(
  text: string,
  most: number,
  { words = 'if too few numbers' }: { words?: Words } = {},
): OtherValue[] {
  return changesIn(text, most, words).map(({ spot, old, other, line }) => ({
    what: `has ${JSON.stringify(old)} changed to ${JSON.stringify(other)} in line ${line}`,
    bytes: Buffer.from(`${text.slice(0, spot)}${other}${text.slice(spot + old.length)}`),
  }));
}

type TextChange = { spot: number; old: string; other: string; line: number };

function changesIn(text: string, most: number, wanted: Words): TextChange[] {
  const spots = spotsIn(text);
  const numbers = spread(spots.numbers, most);
  const hasEnough = wanted === 'if no numbers' && numbers.length > 0;
  const words = spread(spots.words, hasEnough ? 0 : most - numbers.length);
  return [...numbers, ...words].map(({ at, old }) => ({
    ...{ spot: at, old, other: otherThan(old) },
    line: 1 + [...text.slice(0, at).matchAll(/\n/g)].length,
  }));
}

function spotsIn(text: string): { numbers: Spot[]; words: Spot[] } {
  const starts = [0, Math.floor((text.length - WINDOW) / 2), text.length - WINDOW];
  const stretches = [...new Set(starts.map((start) => Math.max(0, start)))].flatMap((start) =>
    stretchesIn(text, start),
  );
  const allOf = (pattern: RegExp) =>
    stretches.flatMap(({ at, old }) => [...old.matchAll(pattern)].map((one) => spotOf(one, at)));
  return { numbers: allOf(NUMBER), words: allOf(WORD) };
}

function spotOf({ index, 0: old }: RegExpExecArray, offset: number): Spot {
  return { at: offset + index, old };
}

/** What may hold values: of markup, what stands between its tags. */
function stretchesIn(text: string, start: number): Spot[] {
  const old = text.slice(start, start + WINDOW);
  const nodes = text.trimStart().startsWith('<') ? [...old.matchAll(NODE)].filter(isValue) : [];
  if (nodes.length > 0) return nodes.map((node) => spotOf(node, start));
  const skipped = start === 0 ? (INTERPRETER.exec(old)?.[0].length ?? 0) : 0;
  return [{ at: start + skipped, old: old.slice(skipped) }];
}

/** A cell of a sheet says in its own tag what the value inside means, so two tags are looked at. */
function isValue({ index, input }: RegExpExecArray): boolean {
  const tag = input.lastIndexOf('<', index);
  const outer = input.slice(input.lastIndexOf('<', tag - 1), tag);
  return !NO_TEXT.test(input.slice(tag, index)) && !NO_NUMBER.test(outer);
}

/** What JSON has words for stays JSON. */
const OPPOSITES: Readonly<Record<string, string>> = { true: 'false', false: 'true', null: 'true' };

/** Another first digit makes a number that no tolerance covers, and another last letter another word. */
function otherThan(old: string): string {
  const digit = Number(old.charAt(0));
  if (!Number.isNaN(digit)) return `${digit === 9 ? 8 : digit + 1}${old.slice(1)}`;
  const opposite = OPPOSITES[old];
  if (opposite !== undefined) return opposite;
  const letters = [...old];
  return `${letters.slice(0, -1).join('')}${letters.at(-1)?.toLowerCase() === 'x' ? 'y' : 'x'}`;
}
