import { keysOf } from '../known/keys-of.ts';
import { hashOf } from '../regions/text-hash.ts';
import { MEANINGS, type Meaning } from './meanings.ts';
import { verbForms } from './verb-forms.ts';

/** A meaning, with the words that say it and their hashes. */
export type Entry = { meaning: Meaning; words: readonly string[]; hashes: readonly number[] };

const LEXICON = buildLexicon();
const LOW_BITS = 0xffff;
/** Which low bits the hashes have: most words are told apart by them, at a fraction of what the map takes. */
const BEGINS = new Uint8Array(LOW_BITS + 1);
for (const hash of LEXICON.keys()) BEGINS[hash & LOW_BITS] = 1;

/** What may begin with a word of this hash. Whoever gets an answer compares the words themselves. */
export function entriesFor(hash: number): readonly Entry[] {
  return BEGINS[hash & LOW_BITS] === 0 ? NONE : (LEXICON.get(hash) ?? NONE);
}

const NONE: readonly Entry[] = [];

const PHRASES = new Map(
  Object.entries(MEANINGS).map(([meaning, phrases]) => [meaning, phrases.split('|').length]),
);

/** How many words and phrases have a meaning: what is no meaning of words, such as a path, is rare. */
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
