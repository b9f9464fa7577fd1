import { createHash } from 'node:crypto';

/** A repeatable stream of numbers in [0, 1): the same seed gives the same plan on every machine. */
export function seededRandom(seed: string): () => number {
  let block = Buffer.alloc(0);
  let offset = 0;
  let counter = 0;
  return () => {
    if (offset === block.length) {
      block = createHash('sha256').update(`${seed}\n${counter++}`).digest();
      offset = 0;
    }
    const value = block.readUInt32BE(offset) / 2 ** 32;
    offset += 4;
    return value;
  };
}

/** Every order is equally likely; the input is not modified. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
