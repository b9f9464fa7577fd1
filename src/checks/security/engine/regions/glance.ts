import { addToHash, hashOf, startHash } from './text-hash.ts';

/** The result of one pass over the characters of a text: enough to know which searches can find nothing. */
export type Glance = {
  /** Hashes of its words of letters, digits and underscores; a collision costs only an unnecessary search. */
  words: ReadonlySet<number>;
  /** Runs of letters, digits and base64 characters that are long enough to be a code or a key. */
  longRuns: readonly Run[];
  /** It has a character that a reader may not see. */
  hasUnseen: boolean;
  /** It has a backslash before x or u, or a percent sign before a hex digit. */
  hasEscapes: boolean;
};

type Run = { start: number; end: number };

const LONG_RUN = 16;

/** A test for texts that contain one of these words, in any case. */
export function hasOneOf(words: readonly string[]): (glance: Glance) => boolean {
  const hashes = words.map((word) => hashOf(word.toLowerCase()));
  return (glance) => hashes.some((hash) => glance.words.has(hash));
}

export function glanceAt(text: string): Glance {
  const words = new Set<number>();
  const longRuns: Run[] = [];
  let hasUnseen = false;
  let hasEscapes = false;
  let hash = 0;
  let isInWord = false;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = lowerCase(text.charCodeAt(at));
    if (isWordCharacter(code)) {
      hash = addToHash(isInWord ? hash : startHash(), code);
      isInWord = true;
      run++;
      continue;
    }
    if (isInWord) words.add(hash);
    isInWord = false;
    if (code === 0x2b || code === 0x2d || code === 0x2f) run++;
    else {
      if (run >= LONG_RUN) longRuns.push({ start: at - run, end: at });
      run = 0;
    }
    if (code === 0x5c || code === 0x25) hasEscapes ||= isEscape(text, at);
    if (code > 0xa0) hasUnseen ||= isUnseen(code);
  }
  if (isInWord) words.add(hash);
  if (run >= LONG_RUN) longRuns.push({ start: text.length - run, end: text.length });
  return { words, longRuns, hasUnseen, hasEscapes };
}

function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

function isWordCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

function isEscape(text: string, at: number): boolean {
  const next = lowerCase(text.charCodeAt(at + 1));
  return next === 0x78 || next === 0x75 || (text.charCodeAt(at) === 0x25 && next >= 0x30 && next <= 0x66);
}

/** The Unicode blocks of invisible characters. */
function isUnseen(code: number): boolean {
  return (
    code === 0xad ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x180e ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0x3164 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xdb40
  );
}
