import { normalised } from '../../base/normalised.ts';
import type { TextGrader } from '../../contracts/text-grader.ts';
import { displayOrder } from './display-order.ts';
import { lookAlikes } from './look-alikes.ts';
import { renderedMarkup } from './rendered-markup.ts';

type Ignored = TextGrader['ignore'];

/** Spaces too narrow to separate words. Like what nobody sees, they may stand within a word as well as between two. */
const NARROW_SPACE = /[\u2006\u2008-\u200a\u202f\u205f]/g;
const WITHIN_WORDS = '\u00ad';
/** Letters and symbols without ink. */
const BLANK = /[\u2800\u{1d159}\u{13441}\u{13442}]/gu;

/** Symbols with a letter in them that NFKD does not take out, and the first of each row of them, which has an A. */
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const ROWS = [0x1f1e6, 0x1f170, 0x1f150];

/** Characters without a picture of their own: what nobody sees, what is not assigned, and marks on the letter before. */
const NOTHING_SEEN = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{M}[\p{Cc}--\s]`;

/**
 * Finds one of some texts in another, however it is written: in letters that look like these, with marks on them, with
 * characters that nobody sees, from right to left, or in pieces that a viewer of Markdown or HTML puts together.
 */
export function findRead(text: string, wanted: readonly string[], ignore: Ignored): string | undefined {
  const patterns = wanted.map((part) => ({ part, pattern: patternOf(part, ignore) }));
  for (const reading of readingsOf(text)) {
    const read = unfolded(reading);
    const found = patterns.find(({ pattern }) => pattern?.test(read));
    if (found !== undefined) return found.part;
  }
  return undefined;
}

/** One at a time, because a text may be long. */
function* readingsOf(text: string): Generator<string> {
  yield text;
  const turned = displayOrder(text);
  if (turned !== text) yield turned;
  const rendered = renderedMarkup(text);
  if (rendered === text) return;
  yield rendered;
  const both = displayOrder(rendered);
  if (both !== rendered) yield both;
}

/** Text in which compatible characters are those that they stand for, and marks stand by themselves. */
export function unfolded(text: string): string {
  const spaced = text.replace(NARROW_SPACE, WITHIN_WORDS).replace(BLANK, ' ');
  return normalised(spaced.replace(ENCLOSED, enclosedLetter), 'NFKD');
}

function enclosedLetter(symbol: string): string {
  const code = symbol.codePointAt(0) ?? 0;
  const first = ROWS.find((row) => row <= code) ?? code;
  return String.fromCodePoint('A'.charCodeAt(0) + code - first);
}

/**
 * No character of a gap is in the class of a letter next to it, so that matching takes no longer than the text and the pattern
 * have characters. `null` if nothing is left to look for.
 */
function patternOf(wanted: string, ignore: Ignored): RegExp | null {
  const gap = `[${NOTHING_SEEN}${ignore.includes('punctuation') ? String.raw`\p{P}\p{S}` : ''}]`;
  const isGap = new RegExp(gap, 'v');
  const areSpacesAlike = ignore.includes('spaces');
  const parts: string[] = [];
  let isAfterLetter = false;
  for (const character of unfolded(areSpacesAlike ? wanted.trim() : wanted)) {
    if (/\p{M}/u.test(character) && isAfterLetter) parts.push(`(?=${gap}*${literal(character)})`);
    else if (areSpacesAlike && /\s/u.test(character)) {
      if (isAfterLetter) parts.push(`[\\s${gap}]+`);
      isAfterLetter = false;
    } else if (!isGap.test(character)) {
      if (isAfterLetter) parts.push(`${gap}*`);
      parts.push(classOf(character, ignore, isGap));
      isAfterLetter = true;
    }
  }
  return parts.length === 0 ? null : new RegExp(parts.join(''), 'v');
}

function classOf(character: string, ignore: Ignored, isGap: RegExp): string {
  const cases = ignore.includes('case')
    ? [character, character.toLowerCase(), character.toUpperCase()].filter((one) => [...one].length === 1)
    : [character];
  const members = new Set(cases.flatMap(lookAlikes).filter((one) => !isGap.test(one)));
  return `[${[...members].map(literal).join('')}]`;
}

function literal(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
