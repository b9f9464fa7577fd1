/** The length up to which a text is searched at once: the words of a longer one would take too much memory. */
const PORTION_CHARACTERS = 128 * 1024;
/** Text across the end of one portion is whole in the next. */
const OVERLAP_CHARACTERS = 1024;

/** Splits long texts into portions that overlap; most texts are a single portion. */
export function inPortions<Item extends { text: string }>(items: readonly Item[]): Item[] {
  return items.flatMap((item) => partsOf(item.text).map((text) => ({ ...item, text })));
}

function partsOf(text: string): string[] {
  if (text.length <= PORTION_CHARACTERS) return [text];
  const step = PORTION_CHARACTERS - OVERLAP_CHARACTERS;
  const count = Math.ceil((text.length - OVERLAP_CHARACTERS) / step);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * step, index * step + PORTION_CHARACTERS),
  );
}
