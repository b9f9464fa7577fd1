import { hostOf, isTenant } from '../known/hosts.ts';
import { type Location, locationOf } from '../known/locations.ts';
import type { Identity } from '../regions/identity.ts';
import { type Entry, entriesFor } from './lexicon.ts';
import type { Meaning } from './meanings.ts';
import type { Sentence } from './sentences.ts';
import type { Word } from './word.ts';

export type Sign =
  | Meaning
  | 'secretPath'
  | 'memoryPath'
  | 'settingsPath'
  | 'startupPath'
  | 'envFile'
  | 'personalPath'
  | 'url'
  | 'dropUrl'
  | 'referralUrl'
  | 'strangerUrl'
  | 'tenantUrl'
  | 'address'
  | 'wallet';

/** A word of a sentence with one of its meanings. `index` counts words. */
export type Mark = {
  sign: Sign;
  index: number;
  last: number;
  quoted: boolean;
  word: Word;
  place: Location | null;
};

/** Words that mean something else inside a longer phrase, such as the "if" of "even if". */
const RELATIVE: ReadonlySet<Sign> = new Set<Sign>(['conditional', 'timing']);

/** Every meaning in a sentence, in order. */
export function marksOf(sentence: Sentence, identity: Identity): Mark[] {
  const marks = withStandings(allMarks(sentence), identity);
  if (!marks.some(({ sign }) => RELATIVE.has(sign))) return marks;
  const phrases = marks.filter(({ index, last, sign }) => last > index && !RELATIVE.has(sign));
  return marks.filter(
    (mark) =>
      !RELATIVE.has(mark.sign) ||
      !phrases.some(({ index, last }) => mark.index >= index && mark.last <= last),
  );
}

/**
 * The reputation of a host matters only if the sentence has other meanings; finding it out takes the words of
 * the skill.
 */
function withStandings(marks: Mark[], identity: Identity): Mark[] {
  const links = marks.filter(({ sign }) => sign === 'url');
  if (links.length === 0 || links.length === marks.length) return marks;
  const standings = links.flatMap((link): Mark[] => {
    const { standing, name } = hostOf(link.word.text, identity);
    if (standing === 'drop') return [{ ...link, sign: 'dropUrl' }];
    if (standing !== 'stranger') return [];
    const stranger: Mark = { ...link, sign: 'strangerUrl' };
    return isTenant(name) ? [stranger, { ...link, sign: 'tenantUrl' }] : [stranger];
  });
  return [...marks, ...standings].sort((a, b) => a.index - b.index);
}

function allMarks(sentence: Sentence): Mark[] {
  const marks: Mark[] = [];
  for (let index = 0; index < sentence.length; index++) {
    const word = sentence[index];
    if (word === undefined) break;
    for (const entry of entriesFor(word.hash))
      if (stands(entry, sentence, index)) marks.push(markOf(entry.meaning, index, word, entry.words.length));
    if (word.isName) marks.push(...namesIn(word, index));
  }
  return marks;
}

function markOf(sign: Sign, index: number, word: Word, length: number): Mark {
  return { sign, index, last: index + length - 1, quoted: word.quoted, word, place: null };
}

function stands({ words, hashes }: Entry, sentence: Sentence, index: number): boolean {
  for (let offset = 1; offset < hashes.length; offset++)
    if (sentence[index + offset]?.hash !== hashes[offset]) return false;
  return words.every((word, offset) => sentence[index + offset]?.text === word);
}

function namesIn(word: Word, index: number): Mark[] {
  const place = word.text.startsWith('http') ? null : locationOf(word.text);
  return signsOf(word.text, place).map((sign) => ({ ...markOf(sign, index, word, 1), place }));
}

const PATH_SIGNS = {
  secret: 'secretPath',
  'agent-memory': 'memoryPath',
  'agent-settings': 'settingsPath',
  startup: 'startupPath',
  'environment-file': 'envFile',
  history: 'secretPath',
} as const satisfies Record<Location['kind'], Sign>;

/** A parameter that names the referrer, as partner programmes call it. */
const REFERRAL = /[?&](?:ref|aff|aff_id|affiliate|partner|referrer|coupon|promo)=/;
const IBAN = /^[a-z]{2}\d{2}[a-z0-9]{11,30}$/;
const WALLET =
  /^(?:0x[0-9a-f]{40}|bc1[0-9a-z]{25,60}|[13][1-9a-z]{25,34}|[1-9a-z]{43,44}|acct_[0-9a-z]{12,24})$/;
/** An address that is a placeholder, or the contact of a project. */
const NOBODY =
  /@(?:[\w-]{1,60}\.)?(?:example|company|yourcompany|your-?domain|domain|acme|test|localhost|email|mail|foo|bar|corp|org|client|customer|noreply\.github)\.|^(?:user|you|your|name|someone|john|jane|alice|bob|support|security|info|contact|hello|help|sales|git|noreply|no-reply|test|feedback|admin)\b[\w.+-]{0,60}@/;
const ADDRESS = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;

function signsOf(text: string, place: Location | null): Sign[] {
  if (/^https?:\/\/./.test(text)) return REFERRAL.test(text) ? ['url', 'referralUrl'] : ['url'];
  if (text.length > 16 && WALLET.test(text) && /\d/.test(text)) return ['wallet'];
  if (IBAN.test(text) && /\d{8}/.test(text)) return ['wallet'];
  if (text.includes('@')) return ADDRESS.test(text) && !NOBODY.test(text) ? ['address'] : [];
  if (place === null) return [];
  const sign = PATH_SIGNS[place.kind];
  return place.kind === 'secret' && place.isPersonal ? [sign, 'personalPath'] : [sign];
}
