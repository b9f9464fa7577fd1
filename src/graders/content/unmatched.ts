type Alike<Item> = {
  /** Items of different keys are never alike. */
  keyOf: (item: Item, index: number) => string;
  /** Whether two items of the same key are alike; if omitted, all of them are. */
  isAlike?: (expected: Item, found: Item) => boolean;
};

/**
 * Pairs the items of two lists in any order. Returns the index of an expected item for which no found one is left; `null` if
 * each has one. The lists are of the same length.
 */
export function unmatched<Item>(
  expected: readonly Item[],
  found: readonly Item[],
  { keyOf, isAlike }: Alike<Item>,
): number | null {
  const places = Map.groupBy(found.keys(), (index) => keyOf(indexed(found, index), index));
  const wanted = Map.groupBy(expected.keys(), (index) => keyOf(indexed(expected, index), index));
  for (const [key, ones] of wanted) {
    const others = places.get(key) ?? [];
    if (others.length < ones.length) return ones[others.length] ?? null;
    if (isAlike === undefined) continue;
    const left = unpaired(ones, others, (one, other) =>
      isAlike(indexed(expected, one), indexed(found, other)),
    );
    if (left !== null) return left;
  }
  return null;
}

/**
 * Augments a matching of a bipartite graph: what is alike within a tolerance need not be alike to a third, so that
 * taking the first that fits may leave others without any.
 */
function unpaired(
  ones: readonly number[],
  others: readonly number[],
  fits: (one: number, other: number) => boolean,
): number | null {
  const pairOf = new Map<number, number>();
  return ones.find((one) => !augment(one, { others, fits, pairOf })) ?? null;
}

type Matching = {
  others: readonly number[];
  fits: (one: number, other: number) => boolean;
  pairOf: Map<number, number>;
};

/** Finds a place for one item, for which others may have to move; a search in breadth needs no deep stack. */
function augment(first: number, { others, fits, pairOf }: Matching): boolean {
  const cameFrom = new Map<number, number>();
  const queue = [first];
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    for (const other of others) {
      if (cameFrom.has(other) || !fits(one, other)) continue;
      cameFrom.set(other, one);
      const holder = pairOf.get(other);
      if (holder !== undefined) queue.push(holder);
      else return settle(other, cameFrom, pairOf);
    }
  }
  return false;
}

/** Moves each item on the way to a free place by one. */
function settle(free: number, cameFrom: ReadonlyMap<number, number>, pairOf: Map<number, number>): true {
  const placeOf = new Map([...pairOf].map(([other, one]) => [one, other]));
  for (let other: number | undefined = free; other !== undefined; ) {
    const one = cameFrom.get(other);
    if (one === undefined) break;
    const before = placeOf.get(one);
    pairOf.set(other, one);
    other = before;
  }
  return true;
}

function indexed<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index}`);
  return item;
}
