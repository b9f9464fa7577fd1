/** Words that say nothing: everything is compatible, or nobody has looked. */
const EMPTY_WORDS =
  /^(all|any|anything|everything|everywhere|compatible|general|generic|n\/?a|no|none|ok|standard|tbd|todo|universal|unknown|various|yes)$/i;

const FILLERS =
  /^(a|an|and|the|is|are|with|works?|compatibility|should|may|be|for|in|on|of|most|agents?|clients?|models?|platforms?|systems?|environments?|tools?)$/i;

/**
 * Whether a compatibility text names something that an agent could look for: a product, a tool, a version, a
 * need.
 */
export function isActionable(compatibility: string): boolean {
  const words = compatibility.split(/[\s,;:.()]+/).filter((word) => word !== '');
  return words.some((word) => !EMPTY_WORDS.test(word) && !FILLERS.test(word));
}
