/**
 * Puts first the items whose kind has occurred least often before them, so that no number of other items
 * crowds out the first ones of a kind. An item of several kinds counts as the rarest of them.
 */
export function rareFirst<Item>(items: readonly Item[], kindsOf: (item: Item) => readonly string[]): Item[] {
  const seen = new Map<string, number>();
  const countOne = (kind: string) => {
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before;
  };
  return items
    .map((item) => ({ item, rank: Math.min(...kindsOf(item).map(countOne)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
