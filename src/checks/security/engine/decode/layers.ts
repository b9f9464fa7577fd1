import { hasOneOf } from '../regions/glance.ts';
import { type ProsePassage, passageOf, spotAt } from '../regions/passage.ts';
import type { Region } from '../regions/region.ts';
import { decodeWith, type Encoding } from './encodings.ts';

type Spelling = { encoding: Encoding; find: (passage: ProsePassage) => Iterable<Match> };
type Match = { index: number; literal: string };

/**
 * Runs that are long enough to matter. Each pattern is one class of characters with separators, and so is
 * linear. None matches megabytes at once, because backtracking over them would overflow the stack.
 */
const SPELLINGS: readonly Spelling[] = [
  {
    encoding: 'base64',
    find: fromRuns(/[A-Za-z0-9+/_-]{20,}(?:\r?\n[ \t]{0,16}[A-Za-z0-9+/]{16,})*={0,2}/y),
  },
  { encoding: 'hex', find: insideRuns(/\b(?:[0-9a-f]{2}){12,}\b/gi) },
  {
    encoding: 'hex',
    find: anywhere(/\b(?:[0-9a-f]{2}[ :,]){10,20000}[0-9a-f]{2}\b/gi, ({ text }) => SPACED_HEX.test(text)),
  },
  {
    encoding: 'escapes',
    find: anywhere(/(?:\\x[0-9a-f]{2}|\\u\{?00[0-9a-f]{2}\}?){6,20000}/gi, ({ glance }) => glance.hasEscapes),
  },
  { encoding: 'url', find: anywhere(/(?:%[0-9a-f]{2}){8,20000}/gi, ({ glance }) => glance.hasEscapes) },
  {
    encoding: 'character codes',
    find: anywhere(/\b\d{2,3}(?:,\s{0,2}\d{2,3}){11,20000}\b/g, ({ text }) => NUMBERS.test(text)),
  },
];
const SPACED_HEX = /\b(?:[0-9a-f]{2}[ :,]){10}/i;
const NUMBERS = /\d{2,3},\s?\d{2,3},/;
const hasRotation = hasOneOf(['rot13', 'rot_13', 'rot', 'za']);
const MAX_DEPTH = 4;
const MAX_FOUND = 400;
/** The limit for one long run. */
const MAX_READ = 70_000;
/** Decoded text is worth reading if it has words: letters with blanks, or the punctuation of a command. */
const WORDY = /[a-z]{2}[ /:.|$(-]{1,3}[a-z0-9$~./-]{2}/i;

/** Decodes the literals of a text, layer by layer, into regions at the place of the literal. */
export function decodedRegions(passage: ProsePassage, depth = 0): Region[] {
  if (depth >= MAX_DEPTH) return [];
  const found = SPELLINGS.flatMap((spelling) => decodeAll(spelling, passage)).slice(0, MAX_FOUND);
  const rotated = hasRotation(passage.glance) ? rot13(passage) : [];
  const all = [...found, ...rotated];
  return [...all, ...all.flatMap((region) => decodedRegions(passageOf(region), depth + 1))];
}

function decodeAll({ encoding, find }: Spelling, passage: ProsePassage): Region[] {
  const found: Region[] = [];
  for (const { index, literal } of find(passage)) {
    if (encoding === 'base64' && !isMixedCase(literal)) continue;
    const decoded = decodeWith(encoding, literal);
    if (decoded === null || decoded.length < 8 || !WORDY.test(decoded)) continue;
    found.push(...layer(passage, index, encoding, decoded));
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

function anywhere(pattern: RegExp, isLikely: (passage: ProsePassage) => boolean): Spelling['find'] {
  return function* (passage) {
    if (!isLikely(passage)) return;
    for (const { index, 0: literal } of passage.text.matchAll(pattern)) yield { index, literal };
  };
}

/** A match starts at the first character of a long run, and may extend beyond the run. */
function fromRuns(sticky: RegExp): Spelling['find'] {
  return function* ({ text, glance }) {
    let next = 0;
    for (const { start } of glance.longRuns) {
      sticky.lastIndex = 0;
      const literal = start < next ? undefined : sticky.exec(text.slice(start, start + MAX_READ))?.[0];
      if (literal === undefined) continue;
      next = start + literal.length;
      const ending = shortLastLine(text, next, literal);
      if (ending !== '') yield { index: start, literal: literal + ending };
      yield { index: start, literal };
    }
  };
}

const SHORT_LINE = /\r?\n[ \t]{0,16}[A-Za-z0-9+/]{1,15}={0,2}(?![A-Za-z0-9+/=])/y;
const LONG_LINE = /[^\s=]{40}$/;

/**
 * The remainder in the last line of wrapped text. If an ordinary word is there, only this reading is spoiled.
 */
function shortLastLine(text: string, end: number, literal: string): string {
  if (!LONG_LINE.test(literal)) return '';
  SHORT_LINE.lastIndex = 0;
  return SHORT_LINE.exec(text.slice(end, end + MAX_SHORT_LINE))?.[0] ?? '';
}

const MAX_SHORT_LINE = 40;

function insideRuns(pattern: RegExp): Spelling['find'] {
  return function* ({ text, glance }) {
    for (const { start, end } of glance.longRuns)
      for (const { index, 0: literal } of text
        .slice(start, Math.min(end, start + MAX_READ))
        .matchAll(pattern))
        yield { index: start + index, literal };
  };
}

/** Paths and words in a single case are no base64. */
function isMixedCase(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text);
}

function rot13(passage: ProsePassage): Region[] {
  const literals = [...passage.text.matchAll(/["'`]([^"'`\n]{8,2000})["'`]/g).take(MAX_FOUND)];
  return literals.flatMap((match) => {
    const decoded = decodeWith('rot13', match[1] ?? '');
    return decoded === null ? [] : layer(passage, match.index, 'rot13', decoded);
  });
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
