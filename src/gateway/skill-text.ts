import { wordsOf } from './words.ts';

/** Of one run, where a word weighs two and a character of a script without spaces one. */
const RUN_WEIGHT = 12;
/** About seventeen words in a row: a sentence that two texts quote alike from a third is not the one standing in the other. */
const ENOUGH_RUNS = 12;
/** Of a body that has fewer runs; one with almost none cannot be told from any other text. */
const ENOUGH_SHARE = 0.6;
const FEWEST_RUNS = 3;
/** From here on, a word of one character is one of a script without spaces (Thai is the first of them). */
const FIRST_UNSPACED = '\u0e00';

/** What tells that a text holds a skill's body, in part, re-wrapped or cut. */
export type SkillText = {
  /** Of the runs of words that only the skill has, those that stand in the text. */
  tracesIn(text: string): readonly string[];
  /** So many different ones are no accident. */
  isEnough(traces: ReadonlySet<string>): boolean;
};

/**
 * Compares runs of six words, so that wrapping does not matter and a part is enough. Runs that stand in `commonTexts` too
 * (the skill's description, the task's prompt, the files of its workspace) prove nothing and are left out. Of a body
 * of a few words nothing is left to go by: that it was there can only be seen otherwise.
 */
export function skillText(body: string, commonTexts: Iterable<string>): SkillText {
  const runs = new Set(runsIn(wordsOf(body), () => true));
  const firstWords = new Set([...runs].map((run) => run.split(' ', 1)[0] ?? ''));
  const tracesIn = (text: string) =>
    runsIn(wordsOf(text), (word) => firstWords.has(word)).filter((run) => runs.has(run));
  for (const text of commonTexts) for (const run of tracesIn(text)) runs.delete(run);
  const enough = Math.min(ENOUGH_RUNS, Math.ceil(runs.size * ENOUGH_SHARE));
  return { tracesIn, isEnough: (traces) => runs.size >= FEWEST_RUNS && traces.size >= enough };
}

function runsIn(words: readonly string[], canBegin: (word: string) => boolean): string[] {
  return words.flatMap((word, start) => (canBegin(word) ? (runAt(words, start) ?? []) : []));
}

/** `null` where the text ends before its run does. */
function runAt(words: readonly string[], start: number): string | null {
  let weight = 0;
  for (let end = start; end < words.length; end++) {
    const word = words[end] ?? '';
    weight += word.length === 1 && word >= FIRST_UNSPACED ? 1 : 2;
    if (weight >= RUN_WEIGHT) return words.slice(start, end + 1).join(' ');
  }
  return null;
}
