const MOST_CHARACTERS = 120;
/** What two long texts have in common before their difference, of which so much is shown. */
const LEAD_CHARACTERS = 20;

/** Shortens two texts that differ, so that the difference can be seen in what is left of them. */
export function shownApart(one: string, other: string): [string, string] {
  const isLong = Math.max(one.length, other.length) > MOST_CHARACTERS;
  const from = isLong ? Math.max(0, firstDifference(one, other) - LEAD_CHARACTERS) : 0;
  return [excerpt(one, from), excerpt(other, from)];
}

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}

function excerpt(text: string, from: number): string {
  const [start, end] = [from > 0 ? '…' : '', text.length > from + MOST_CHARACTERS ? '…' : ''];
  return `${start}${text.slice(from, from + MOST_CHARACTERS).toWellFormed()}${end}`;
}
