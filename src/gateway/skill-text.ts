const SHINGLE_WORDS = 6;
const ENOUGH_SHINGLES = 3;

/** What tells that a text holds a skill's body, in part, re-wrapped or cut. */
export type SkillText = {
  /** Of the runs of words that only the skill has, those that stand in the text. */
  tracesIn(text: string): readonly string[];
  /** So many different ones are no accident. */
  isEnough(traces: ReadonlySet<string>): boolean;
};

/**
 * Compares runs of six words, with case and white space folded, so that wrapping does not matter and a part is enough.
 * Runs that stand in `commonTexts` too (the skill's description, the task's prompt) prove nothing and are left out.
 */
export function skillText(body: string, commonTexts: readonly string[]): SkillText {
  const common = new Set(commonTexts.flatMap((text) => shingles(wordsOf(text))));
  const distinctive = new Set(shingles(wordsOf(body)).filter((shingle) => !common.has(shingle)));
  const firstWords = new Set([...distinctive].map((shingle) => shingle.split(' ', 1)[0] ?? ''));
  const enough = Math.min(ENOUGH_SHINGLES, distinctive.size);
  return {
    tracesIn: (text) =>
      shingles(wordsOf(text), (first) => firstWords.has(first)).filter((shingle) => distinctive.has(shingle)),
    isEnough: (traces) => enough > 0 && traces.size >= enough,
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A text shorter than one run counts whole. */
function shingles(words: readonly string[], canBegin: (word: string) => boolean = () => true): string[] {
  const last = Math.max(0, words.length - SHINGLE_WORDS);
  return words.flatMap((word, start) =>
    start <= last && canBegin(word) ? [words.slice(start, start + SHINGLE_WORDS).join(' ')] : [],
  );
}
