/** How much is searched at a time: a moment's work. */
const PORTION_CHARACTERS = 128 * 1024;
/** Text across the end of one portion is whole in the next. */
const OVERLAP_CHARACTERS = 1024;

/** Splits texts into portions that are searched one by one; most requests are a single portion. */
export function portionsOf<Item extends { text: string }>(items: readonly Item[]): Item[][] {
  const portions: Item[][] = [];
  let room = 0;
  for (const part of items.flatMap((item) => partsOf(item.text).map((text) => ({ ...item, text })))) {
    if (part.text.length > room) {
      portions.push([]);
      room = PORTION_CHARACTERS;
    }
    portions.at(-1)?.push(part);
    room -= part.text.length;
  }
  return portions;
}

function partsOf(text: string): string[] {
  if (text.length <= PORTION_CHARACTERS) return [text];
  const step = PORTION_CHARACTERS - OVERLAP_CHARACTERS;
  const count = Math.ceil((text.length - OVERLAP_CHARACTERS) / step);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * step, index * step + PORTION_CHARACTERS),
  );
}
