/** A passage of a skill that a text seems to say in other words. */
export type Paraphrase = {
  passage: string;
  /** The words of the text that stand in the passage too. */
  words: readonly string[];
};

/** How many content words of a skill in a row are one passage. */
const PASSAGE_WORDS = 10;
/** A text says a passage again if so many of its words stand together there. */
const REPEATED_WORDS = 5;
/** How many content words of a text stand together: whoever rewords something takes more words for it. */
const TOGETHER_WORDS = 20;
/** A word that a skill uses more often belongs to its topic, which a prompt may have to name. */
const MOST_OCCURRENCES = 3;
/** So does a word in a larger share of the other prompts. */
const MOST_PROMPTS = 1 / 4;

/**
 * Returns a search for the passage of a skill of which a text repeats the most words, in whatever order and form.
 * `others` are the prompts of the other tasks. What it does not recognise are synonyms and other languages.
 */
export function paraphraseFinder(
  skill: readonly string[],
): (text: string, others: readonly string[]) => Paraphrase | null {
  const texts = skill.map((text) => ({ text, words: contentWords(text) }));
  const inSkill = countsOf(texts.flatMap(({ words }) => words.map(({ stem }) => stem)));
  return (text, others) => {
    const inOthers = countsOf(others.flatMap((other) => [...new Set(contentWords(other).map(stemOf))]));
    const isTelling = (stem: string): boolean => {
      const count = inSkill.get(stem) ?? 0;
      const isTopic = count > MOST_OCCURRENCES || (inOthers.get(stem) ?? 0) > others.length * MOST_PROMPTS;
      return count > 0 && !isTopic;
    };
    const telling = contentWords(text).filter(({ stem }) => isTelling(stem));
    const found = texts.flatMap((one) => passagesIn(one.text, one.words, telling));
    return found.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
  };
}

type ContentWord = { word: string; stem: string; start: number; end: number; place: number };

function passagesIn(
  text: string,
  words: readonly ContentWord[],
  telling: readonly ContentWord[],
): Paraphrase[] {
  const known = new Set(telling.map(stemOf));
  return words.flatMap((first, at) => {
    const passage = words.slice(at, at + PASSAGE_WORDS);
    const stems = new Set(passage.map(stemOf).filter((stem) => known.has(stem)));
    const repeated = stems.size < REPEATED_WORDS ? [] : mostTogether(telling, stems);
    if (repeated.length < REPEATED_WORDS) return [];
    const end = passage.at(-1)?.end ?? first.end;
    return [{ passage: text.slice(first.start, end), words: repeated }];
  });
}

/** The most of these words, each once, that stand together. */
function mostTogether(telling: readonly ContentWord[], stems: ReadonlySet<string>): string[] {
  const known = telling.filter(({ stem }) => stems.has(stem));
  const groups = known.map(({ place }, at) =>
    known.slice(at, at + TOGETHER_WORDS).filter((other) => other.place < place + TOGETHER_WORDS),
  );
  const distinct = groups.map((group) => [...new Map(group.map(({ stem, word }) => [stem, word])).values()]);
  return distinct.reduce((most, group) => (group.length > most.length ? group : most), []);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const ENDINGS = /(?<=.{3})(?:ings?|edly|ed|es|ly|s|e)$/u;
/** In scripts that write no spaces, a word of two characters says as much as one of four letters elsewhere. */
const CONTENT =
  /\p{L}{4}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{2}/u;
const FUNCTION_WORDS = new Set(
  `about above after again against also although always another around because been before being below between both
  cannot could does doing done down during each either else even ever every first from further have having here however
  instead into itself just last least less like made make makes many might more most much must need needs neither never
  next none only onto other others otherwise over please same shall should since some such take than that their them
  then there therefore these they this those though through together under unless until upon used uses using very want
  were what when where whether which while will with within without would your yours`.split(/\s+/),
);

/** The words that may say something by themselves, in the order in which they stand. */
function contentWords(text: string): ContentWord[] {
  const segments = [...segmenter.segment(text)].map(({ segment, index }) => ({
    word: segment,
    start: index,
  }));
  return segments
    .filter(({ word }) => CONTENT.test(word) && !FUNCTION_WORDS.has(word.toLowerCase()))
    .map(({ word, start }, place) => ({ word, stem: stemmed(word), start, end: start + word.length, place }));
}

/** Joins the forms of most English words; words of other languages lose a letter or two, on both sides alike. */
function stemmed(word: string): string {
  return word.toLowerCase().replace(ENDINGS, '').replace(/y$/u, 'i');
}

function stemOf({ stem }: ContentWord): string {
  return stem;
}

function countsOf(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
