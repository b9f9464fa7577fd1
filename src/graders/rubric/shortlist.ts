/** Keeps the first of many items in an order, without sorting them all. */
export class Shortlist<Item> {
  readonly #most: number;
  readonly #compare: (a: Item, b: Item) => number;
  readonly #first: Item[] = [];
  #count = 0;

  constructor(most: number, compare: (a: Item, b: Item) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  get first(): readonly Item[] {
    return this.#first;
  }

  get more(): number {
    return this.#count - this.#first.length;
  }

  add(item: Item): void {
    this.#count += 1;
    const last = this.#first.at(-1);
    if (this.#first.length === this.#most && last !== undefined && this.#compare(item, last) >= 0) return;
    this.#first.splice(this.#placeOf(item), 0, item);
    this.#first.splice(this.#most);
  }

  #placeOf(item: Item): number {
    let [low, high] = [0, this.#first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#first[middle];
      if (other !== undefined && this.#compare(other, item) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
