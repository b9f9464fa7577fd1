/** Beyond these, connections are counted without their places. */
const MAX_PLACES = 1000;

/** Counts connections by the place that they lead to, as it is encoded in frames. */
export class PlaceCounts {
  #counts;
  #others;

  /** Continues the counts of another one, if there is any. */
  constructor(counted = null) {
    this.#counts = new Map(counted?.[Symbol.iterator]());
    this.#others = counted?.others ?? 0;
  }

  add(place) {
    const key = place.toString('hex');
    if (!this.#counts.has(key) && this.#counts.size >= MAX_PLACES) this.addUnknown();
    else this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  addUnknown() {
    this.#others += 1;
  }

  /** The number of connections whose places are not known. */
  get others() {
    return this.#others;
  }

  /** Iterates over places in hexadecimal digits, with their counts. */
  [Symbol.iterator]() {
    return this.#counts.entries();
  }
}
