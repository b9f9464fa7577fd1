import type { ProsePassage } from '../regions/passage.ts';
import type { Region } from '../regions/region.ts';

/** A run of invisible characters, and the text that it encodes. */
export type InvisibleRun = { start: number; end: number; how: string; decoded: string; isHarmless: boolean };

/**
 * The runs are bounded: longer ones say nothing more, and matching megabytes at once would overflow the
 * stack.
 */
const SUSPECT =
  /[\u{e0000}-\u{e007f}]{1,20000}|[\u{e0100}-\u{e01ef}\ufe00-\ufe0f]{3,20000}|[\u200b-\u200d\u2060-\u2064\ufeff\u180e\u00ad\u3164\u115f\u1160]{1,20000}/gu;
/** The limit for harmless ones, and again for the others. */
const MAX_RUNS = 200;

/**
 * Finds tag characters, runs of variation selectors, and zero-width characters, except a joiner inside an
 * emoji.
 */
export function invisibleRuns(text: string): InvisibleRun[] {
  const harmless: InvisibleRun[] = [];
  const others: InvisibleRun[] = [];
  for (const match of text.matchAll(SUSPECT)) {
    const run = readRun(match[0], match.index, text);
    const runs = run?.isHarmless === true ? harmless : others;
    if (run !== null && runs.length < MAX_RUNS) runs.push(run);
  }
  return [...harmless, ...others].toSorted((a, b) => a.start - b.start);
}

function readRun(run: string, start: number, text: string): InvisibleRun | null {
  const end = start + run.length;
  const code = run.codePointAt(0) ?? 0;
  if (code >= 0xe0000 && code <= 0xe007f) return tagRun(run, start, end, text);
  if (code >= 0xe0100 || (code >= 0xfe00 && code <= 0xfe0f)) {
    const decoded = selectorBytes(run);
    return { start, end, how: 'variation selectors', decoded, isHarmless: decoded === '' };
  }
  return zeroWidthRun(run, start, end, text);
}

/** The one ordinary use of tags is the flag of a region: a black flag followed by tags. */
function tagRun(run: string, start: number, end: number, text: string): InvisibleRun | null {
  const before = text.slice(Math.max(0, start - 2), start);
  if (before === '\u{1f3f4}' && run.endsWith('\u{e007f}') && [...run].length <= 8) return null;
  const decoded = [...run]
    .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('');
  return { start, end, how: 'tag characters', decoded, isHarmless: false };
}

/** Variation selectors can encode bytes: 16 in the first block and 240 in the second. */
function selectorBytes(run: string): string {
  const bytes = [...run].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  const text = Buffer.from(bytes).toString('utf8');
  return /^[\t\n\r\x20-\x7e]+$/.test(text) ? text : '';
}

const JOINED_SCRIPT =
  /[\u0600-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u{1f000}-\u{1faff}\u2190-\u2bff\u3030-\u303f]|\ufe0f/u;
const LONG_RUN = 8;

function zeroWidthRun(run: string, start: number, end: number, text: string): InvisibleRun | null {
  const before = [...text.slice(Math.max(0, start - 2), start)].at(-1) ?? '';
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  if (run.length < 3 && (JOINED_SCRIPT.test(before) || JOINED_SCRIPT.test(after))) return null;
  if (start === 0 && run === '\ufeff') return null;
  if (run.length >= LONG_RUN)
    return { start, end, how: 'zero-width characters', decoded: zeroWidthBits(run), isHarmless: false };
  const splitsWord = /[a-z]/i.test(before) && /[a-z]/i.test(after) && !run.includes('\u00ad');
  return { start, end, how: 'zero-width characters', decoded: '', isHarmless: !splitsWord };
}

/** Two kinds of zero-width characters are the two values of a bit. */
function zeroWidthBits(run: string): string {
  const [zero, one] = [...new Set(run)];
  if (zero === undefined || one === undefined) return '';
  return bitsText(run, zero, one) || bitsText(run, one, zero);
}

function bitsText(run: string, zero: string, one: string): string {
  const bits = [...run]
    .filter((character) => character === zero || character === one)
    .map((character) => (character === one ? '1' : '0'))
    .join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const text = Buffer.from(bytes).toString('utf8');
  return /^[\t\n\r\x20-\x7e]{2,}$/.test(text) ? text : '';
}

const SPLITS_WORD = /[a-z][\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e]{1,1000}[a-z]/i;

/** The regions of a text without the invisible characters that only split words. */
export function rejoined({ glance, regions }: ProsePassage): Region[] {
  return glance.hasUnseen ? regions.flatMap(rejoinedRegion) : [];
}

function rejoinedRegion(region: Region): Region[] {
  if (!SPLITS_WORD.test(region.text)) return [];
  const text = region.text.replace(/[\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e]/g, '');
  return [{ ...region, text, layers: [{ encoding: 'zero-width', decoded: text.slice(0, 200) }] }];
}
