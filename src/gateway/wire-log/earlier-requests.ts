import { MOST_LINKS, type Repeats } from '../../traffic/wire-log/repeats.ts';

/** Conversations that are under way beside each other, as those of sub-agents are. */
const MOST_REQUESTS = 8;
/** Together, so that nothing that an agent sends takes more memory. */
const MOST_BYTES = 32 * 1024 * 1024;
/** To say what is repeated takes some bytes itself. */
const LEAST_BYTES = 1024;

/** A request at its place in the log, and how many others it is read through. */
type Earlier = { place: number; content: Uint8Array; links: number };

/** What a request need not write again, and how many others it is read through then. */
type Repeated = { repeats: Repeats | null; links: number };

const NOTHING: Repeated = { repeats: null, links: 0 };

type CommonEnds = Pick<Repeats, 'start' | 'end'>;

/**
 * The last requests of a log. Each request of a conversation repeats what was said before, and most repeat the same tools
 * behind it.
 */
export class EarlierRequests {
  #kept: readonly Earlier[] = [];

  /** Says what of this request stands in an earlier one, which it takes the place of if it goes on with it. */
  repeatedIn(content: Uint8Array): Repeated {
    const all = this.#kept.map((earlier) => ({ earlier, ...commonEnds(earlier.content, content) }));
    const [best] = all.toSorted((a, b) => b.start + b.end - a.start - a.end);
    if (best === undefined || best.start + best.end < LEAST_BYTES) return NOTHING;
    const { earlier, start, end } = best;
    if (continues(best)) this.#kept = this.#kept.filter((kept) => kept !== earlier);
    const links = earlier.links + 1;
    return links > MOST_LINKS ? NOTHING : { repeats: { of: earlier.place, start, end }, links };
  }

  add(written: Earlier): void {
    this.#kept = lastOf([...this.#kept, written]);
  }
}

/** Another conversation may repeat the tools of this one, and then this one goes on itself. */
function continues({ earlier, start, end }: CommonEnds & { earlier: Earlier }): boolean {
  const { length } = earlier.content;
  return length - start - end <= length / 16;
}

function lastOf(all: readonly Earlier[]): Earlier[] {
  const kept: Earlier[] = [];
  let bytes = 0;
  for (const one of all.slice(-MOST_REQUESTS).toReversed()) {
    bytes += one.content.length;
    if (bytes > MOST_BYTES) break;
    kept.unshift(one);
  }
  return kept;
}

function commonEnds(one: Uint8Array, other: Uint8Array): CommonEnds {
  const most = Math.min(one.length, other.length);
  const start = commonLength(most, (from, to) => areSame(one.subarray(from, to), other.subarray(from, to)));
  const end = commonLength(most - start, (from, to) =>
    areSame(lastBytes(one, from, to), lastBytes(other, from, to)),
  );
  return { start, end };
}

/** Halves what is left, so that no byte is compared more than twice. */
function commonLength(most: number, areSameBetween: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (areSameBetween(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Counts from the end. */
function lastBytes(content: Uint8Array, from: number, to: number): Uint8Array {
  return content.subarray(content.length - to, content.length - from);
}

function areSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
