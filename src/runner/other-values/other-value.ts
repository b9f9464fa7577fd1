/** The content of a file with one value changed. */
export type OtherValue = {
  /** Says what was changed, as in `has "12" changed to "22" in line 3`. */
  what: string;
  bytes: Uint8Array;
};

/** Takes so many of some items, in their order: the last, the first, and then the one in the middle. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const last = items.length - 1;
  const places = new Set([last, 0, Math.floor(last / 2)].slice(0, most));
  return items.filter((_, index) => places.has(index));
}
