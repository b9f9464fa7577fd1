const SHINGLE_WORDS = 6;
const ENOUGH_SHINGLES = 3;

/** Tells whether a text holds a skill's body, in part, re-wrapped or cut. */
export type SkillText = { isIn(texts: readonly string[]): boolean };

/**
 * Compares runs of six words, with case and white space folded, so that wrapping does not matter and a part is enough.
 * Runs that stand in `commonTexts` too (the skill's description, the task's prompt) prove nothing and are left out.
 */
export function skillText(body: string, commonTexts: readonly string[]): SkillText {
  const common = new Set(commonTexts.flatMap(shingles));
  const distinctive = new Set(shingles(body).filter((shingle) => !common.has(shingle)));
  const enough = Math.min(ENOUGH_SHINGLES, distinctive.size);
  return { isIn: (texts) => enough > 0 && holdsEnough(texts, distinctive, enough) };
}

function holdsEnough(texts: readonly string[], distinctive: ReadonlySet<string>, enough: number): boolean {
  const seen = new Set<string>();
  for (const text of texts) {
    for (const shingle of shingles(text)) if (distinctive.has(shingle)) seen.add(shingle);
    if (seen.size >= enough) return true;
  }
  return false;
}

/** A text shorter than one run counts whole. */
function shingles(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return [];
  const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
  return Array.from({ length: count }, (_, start) => words.slice(start, start + SHINGLE_WORDS).join(' '));
}
