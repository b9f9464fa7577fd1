import { hostOf } from '../hosts.ts';
import { type Location, locationOf } from '../locations.ts';
import type { Identity } from '../regions/identity.ts';
import { entriesFor, type Meaning } from './lexicon.ts';
import type { Sentence, Word } from './sentences.ts';

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
  | 'strangerUrl'
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

/** Words that mean something else inside a longer phrase: the "if" of "even if". */
const RELATIVE: ReadonlySet<Sign> = new Set<Sign>(['conditional', 'timing']);

/** Every meaning in a sentence, in its order. */
export function marksOf(sentence: Sentence, identity: Identity): Mark[] {
  const marks = allMarks(sentence, identity);
  const phrases = marks.filter(({ index, last, sign }) => last > index && !RELATIVE.has(sign));
  return marks.filter(
    (mark) =>
      !RELATIVE.has(mark.sign) ||
      !phrases.some(({ index, last }) => mark.index >= index && mark.last <= last),
  );
}

function allMarks(sentence: Sentence, identity: Identity): Mark[] {
  const marks: Mark[] = [];
  for (const [index, word] of sentence.entries()) {
    for (const { meaning, rest } of entriesFor(word.text)) {
      if (rest.every((next, offset) => sentence[index + 1 + offset]?.text === next))
        marks.push({
          sign: meaning,
          index,
          last: index + rest.length,
          quoted: word.quoted,
          word,
          place: null,
        });
    }
    const place = looksLikePath(word.text) ? locationOf(word.text) : null;
    for (const sign of signsOf(word.text, place, identity))
      marks.push({ sign, index, last: index, quoted: word.quoted, word, place });
  }
  return marks;
}

const PATH_SIGNS = {
  secret: 'secretPath',
  'agent-memory': 'memoryPath',
  'agent-settings': 'settingsPath',
  startup: 'startupPath',
  'environment-file': 'envFile',
  history: 'secretPath',
} as const satisfies Record<Location['kind'], Sign>;

const WALLET = /^(?:0x[0-9a-f]{40}|bc1[0-9a-z]{25,60}|[13][1-9a-z]{25,34}|[1-9a-z]{43,44})$/;
/** Written to be replaced, or the way to reach a project. */
const NOBODY =
  /@(?:[\w-]{1,60}\.)?(?:example|company|yourcompany|your-?domain|domain|acme|test|localhost|email|mail|foo|bar|corp|org|client|customer|noreply\.github)\.|^(?:user|you|your|name|someone|john|jane|alice|bob|support|security|info|contact|hello|help|sales|git|noreply|no-reply|test|feedback|admin)\b[\w.+-]{0,60}@/;
const ADDRESS = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;

function signsOf(text: string, place: Location | null, identity: Identity): Sign[] {
  if (text.startsWith('http')) return linkSigns(text, identity);
  if (text.length > 24 && WALLET.test(text) && /\d/.test(text)) return ['wallet'];
  if (text.includes('@')) return ADDRESS.test(text) && !NOBODY.test(text) ? ['address'] : [];
  if (place === null) return [];
  const sign = PATH_SIGNS[place.kind];
  return place.kind === 'secret' && place.isPersonal ? [sign, 'personalPath'] : [sign];
}

function linkSigns(text: string, identity: Identity): Sign[] {
  if (!/^https?:\/\/./.test(text)) return [];
  const { standing } = hostOf(text, identity);
  if (standing === 'drop') return ['url', 'dropUrl'];
  return standing === 'stranger' ? ['url', 'strangerUrl'] : ['url'];
}

function looksLikePath(text: string): boolean {
  return !text.startsWith('http') && (text.includes('/') || text.includes('.') || text.startsWith('id_'));
}
