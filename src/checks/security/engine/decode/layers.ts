import { hasOneOf } from '../regions/glance.ts';
import { type ProsePassage, passageOf, spotAt } from '../regions/passage.ts';
import type { Region } from '../regions/region.ts';
import { decodeWith, type Encoding } from './encodings.ts';

type Spelling = { encoding: Encoding; find: (passage: ProsePassage) => Iterable<Match> };
/** A literal begins at an index; where its end is not certain, it has several readings. */
type Match = { index: number; literals: readonly string[] };

/**
 * The spellings of encoded text that is long enough to matter. No pattern matches megabytes at once, because
 * backtracking over them would overflow the stack: a second one continues where the first one ended.
 */
const SPELLINGS: readonly Spelling[] = [
  { encoding: 'base64', find: base64Literals },
  { encoding: 'hex', find: hexLiterals },
  {
    encoding: 'hex',
    find: anywhere({
      begin: /\b(?:[0-9a-f]{2}[ :,]){10,20000}[0-9a-f]{2}\b/gi,
      more: /(?:[ :,][0-9a-f]{2}\b){1,20000}/iy,
      isLikely: ({ text }) => SPACED_HEX.test(text),
    }),
  },
  {
    encoding: 'escapes',
    find: anywhere({
      begin: /(?:\\x[0-9a-f]{2}|\\u\{?00[0-9a-f]{2}\}?){6,20000}/gi,
      more: /(?:\\x[0-9a-f]{2}|\\u\{?00[0-9a-f]{2}\}?){1,20000}/iy,
      isLikely: ({ glance }) => glance.hasEscapes,
    }),
  },
  {
    encoding: 'url',
    find: anywhere({
      begin: /(?:%[0-9a-f]{2}){8,20000}/gi,
      more: /(?:%[0-9a-f]{2}){1,20000}/iy,
      isLikely: ({ glance }) => glance.hasEscapes,
    }),
  },
  {
    encoding: 'character codes',
    find: anywhere({
      begin: /\b\d{2,3}(?:,\s{0,2}\d{2,3}){11,20000}\b/g,
      more: /(?:,\s{0,2}\d{2,3}\b){1,20000}/y,
      isLikely: ({ text }) => NUMBERS.test(text),
    }),
  },
];
const SPACED_HEX = /\b(?:[0-9a-f]{2}[ :,]){10}/i;
const NUMBERS = /\d{2,3},\s?\d{2,3},/;
const hasRotation = hasOneOf(['rot13', 'rot_13', 'rot', 'za']);
/**
 * How much text may be decoded for each character that is written. Each layer of base64, the tightest encoding,
 * shrinks by a quarter, so that all layers of a text together have three times its length.
 */
const MAX_GROWTH = 8;
/** Decoded text is worth reading if it has words: letters with blanks, or the punctuation of a command. */
const WORDY = /[a-z]{2}[ /:.|$(-]{1,3}[a-z0-9$~./-]{2}/i;
/** Matches what may be encoded once more. */
const ENCODED = /[A-Za-z0-9+/_-]{20}|(?:[\\%][xu]?\w{2}){6}|\d{2},\s{0,2}\d{2}/;

export type DecodedText = {
  regions: readonly Region[];
  /** The first text that was not decoded, because there was so much; null if there was none. */
  leftOut: Region | null;
};

/** Decodes the literals of texts, layer by layer, into regions at the place of the literal. */
export function decodedText(passages: readonly ProsePassage[], maxGrowth = MAX_GROWTH): DecodedText {
  const regions: Region[] = [];
  let left = maxGrowth * passages.reduce((sum, { text }) => sum + text.length, 0);
  for (const passage of withLayers(passages, regions))
    for (const region of nextLayer(passage)) {
      left -= region.text.length;
      if (left < 0) return { regions, leftOut: region };
      regions.push(region);
    }
  return { regions, leftOut: null };
}

/** The texts, and then what was decoded from them while they were read. */
function* withLayers(
  passages: readonly ProsePassage[],
  decoded: readonly Region[],
): Generator<ProsePassage, void> {
  yield* passages;
  for (const region of decoded) yield passageOf(region);
}

function* nextLayer(passage: ProsePassage): Generator<Region, void> {
  for (const { encoding, find } of SPELLINGS)
    for (const { index, literals } of find(passage)) {
      const decoded = literals.flatMap((literal) => textIn(encoding, literal));
      // The readings of one literal begin alike, and would double with each layer.
      const isWritten = passage.regions[0]?.layers.length === 0;
      for (const text of isWritten ? decoded : decoded.slice(0, 1))
        yield* layer(passage, index, encoding, text);
    }
  if (hasRotation(passage.glance)) yield* rot13(passage);
}

function textIn(encoding: Encoding, literal: string): string[] {
  if (encoding === 'base64' && !isMixedCase(literal)) return [];
  const decoded = decodeWith(encoding, literal);
  const isWorthReading =
    decoded !== null && decoded.length >= 8 && (WORDY.test(decoded) || ENCODED.test(decoded));
  return isWorthReading ? [decoded] : [];
}

type Pattern = { begin: RegExp; more: RegExp; isLikely: (passage: ProsePassage) => boolean };

function anywhere({ begin, more, isLikely }: Pattern): Spelling['find'] {
  return function* (passage) {
    if (!isLikely(passage)) return;
    const { text } = passage;
    let next = 0;
    for (;;) {
      begin.lastIndex = next;
      const match = begin.exec(text);
      if (match === null) return;
      next = endOfAll(more, text, match.index + match[0].length);
      yield { index: match.index, literals: [text.slice(match.index, next)] };
    }
  };
}

function endOfAll(more: RegExp, text: string, start: number): number {
  let end = start;
  for (more.lastIndex = end; more.test(text); more.lastIndex = end) end = more.lastIndex;
  return end;
}

const MIN_BASE64 = 20;
const NEXT_LINE = /^\r?\n[ \t]{0,16}$/;
const MAX_BREAK = 18;
const MIN_LINE = 16;

/** A literal starts at the first character of a long run, and continues with the runs on the lines below it. */
function* base64Literals({ text, glance: { longRuns } }: ProsePassage): Generator<Match, void> {
  let next = 0;
  for (const [nth, { start, end: endOfRun }] of longRuns.entries()) {
    if (start < next || endOfRun - start < MIN_BASE64) continue;
    let end = endOfRun;
    for (let at = nth + 1; at < longRuns.length; at++) {
      const more = longRuns[at];
      if (more === undefined || more.start - end > MAX_BREAK) break;
      const line = standardPart(text.slice(more.start, more.end));
      if (line.length < MIN_LINE || !NEXT_LINE.test(text.slice(end, more.start))) break;
      end = more.start + line.length;
      if (end < more.end) break;
    }
    const isLongLine = !/[\s=]/.test(text.slice(Math.max(start, end - MIN_LONG_LINE), end));
    const isPadded = text[end] === '=';
    if (isPadded) end += text[end + 1] === '=' ? 2 : 1;
    next = end;
    const literal = text.slice(start, end);
    const ending = isLongLine && !isPadded && end - start >= MIN_LONG_LINE ? shortLastLine(text, end) : '';
    yield { index: start, literals: ending === '' ? [literal] : [literal + ending, literal] };
  }
}

/** The lines after the first have no letters of base64 for URLs, because dashes separate other things. */
function standardPart(line: string): string {
  const other = line.search(/[_-]/);
  return other === -1 ? line : line.slice(0, other);
}

const SHORT_LINE = /\r?\n[ \t]{0,16}[A-Za-z0-9+/]{1,15}={0,2}(?![A-Za-z0-9+/=])/y;
const MIN_LONG_LINE = 40;
const MAX_SHORT_LINE = 40;

/**
 * The remainder in the last line of wrapped text. If an ordinary word is there, only this reading is spoiled.
 */
function shortLastLine(text: string, end: number): string {
  SHORT_LINE.lastIndex = 0;
  return SHORT_LINE.exec(text.slice(end, end + MAX_SHORT_LINE))?.[0] ?? '';
}

const MIN_HEX = 24;

function* hexLiterals({ text, glance: { longRuns } }: ProsePassage): Generator<Match, void> {
  for (const { start, end } of longRuns) {
    let index = start;
    for (const word of text.slice(start, end).split(/[-+/]/)) {
      if (word.length >= MIN_HEX && word.length % 2 === 0 && !/[^0-9a-f]/i.test(word))
        yield { index, literals: [word] };
      index += word.length + 1;
    }
  }
}

/** Paths and words in a single case are no base64. */
function isMixedCase(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text);
}

function* rot13(passage: ProsePassage): Generator<Region, void> {
  for (const { index, 1: literal = '' } of passage.text.matchAll(/["'`]([^"'`\n]{8,})["'`]/g)) {
    const decoded = decodeWith('rot13', literal);
    if (decoded !== null) yield* layer(passage, index, 'rot13', decoded);
  }
}

function layer(passage: ProsePassage, index: number, encoding: Encoding, decoded: string): Region[] {
  const spot = spotAt(passage, index, 1);
  if (spot === null) return [];
  const { region, start } = spot;
  const text: Region = {
    ...region,
    kind: 'code',
    language: null,
    text: decoded,
    offset: region.layers.length > 0 ? region.offset : region.offset + start,
    layers: [...region.layers, { encoding, decoded }],
  };
  return [text];
}
