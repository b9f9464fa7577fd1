import { keysOf } from '../known/keys-of.ts';
import { hashOf } from '../regions/text-hash.ts';
import { MEANINGS, type Meaning } from './meanings.ts';
import { verbForms } from './verb-forms.ts';

/** A meaning, with a word or phrase that has it and the hashes of its words. */
export type Entry = { meaning: Meaning; words: readonly string[]; hashes: readonly number[] };

const LEXICON = buildLexicon();
const LOW_BITS = 0xffff;
/** The low bits of all hashes: they rule out most words at a fraction of the cost of the map. */
const BEGINS = new Uint8Array(LOW_BITS + 1);
for (const hash of LEXICON.keys()) BEGINS[hash & LOW_BITS] = 1;

/** The entries that may begin with a word of this hash. The caller compares the words themselves. */
export function entriesFor(hash: number): readonly Entry[] {
  return BEGINS[hash & LOW_BITS] === 0 ? NONE : (LEXICON.get(hash) ?? NONE);
}

const NONE: readonly Entry[] = [];

const PHRASES = new Map(
  Object.entries(MEANINGS).map(([meaning, phrases]) => [meaning, phrases.split('|').length]),
);

/**
 * The number of words and phrases with a meaning; a sign that is no meaning of words, such as a path, counts
 * as rare.
 */
export function countPhrases(sign: string): number {
  return PHRASES.get(sign) ?? 1;
}

function buildLexicon(): Map<number, Entry[]> {
  const lexicon = new Map<number, Entry[]>();
  for (const meaning of keysOf(MEANINGS)) {
    for (const phrase of new Set(MEANINGS[meaning].split('|').flatMap(formsOf))) {
      const words = phrase.split(' ');
      const hashes = words.map(hashOf);
      const [first = 0] = hashes;
      const entries = lexicon.get(first) ?? [];
      entries.push({ meaning, words, hashes });
      lexicon.set(first, entries);
    }
  }
  return lexicon;
}

function formsOf(phrase: string): string[] {
  if (!phrase.startsWith('+')) return [phrase];
  const [verb = '', ...rest] = phrase.slice(1).split(' ');
  return verbForms(verb).map((form) => [form, ...rest].join(' '));
}
