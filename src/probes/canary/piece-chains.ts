import { Buffer } from 'node:buffer';
import type { Canary } from '../../contracts/evidence.ts';
import { disguisesOf } from './disguises.ts';
import { fold } from './fold.ts';
import { FRAGMENT, type OnFound, secretPart } from './fragment-index.ts';

/** The length in characters of the shortest piece that is searched for. */
const PIECE = 3;
/** The codes of `fold` are below this. */
const CODES = 37;
/** The information in one digit of a value, which has 32 hexadecimal digits. */
const BITS_OF_DIGIT = 4;
/** The cost of saying that another piece follows, besides saying how far away it is. */
const BITS_OF_JOINT = 3;
/** The certainty that a find needs, in bits. A long text needs more, because chance has more places in it. */
const BITS_OF_PROOF = 48;

/** One way to write a value. */
type Sequence = { canary: string; secret: string; how: string; codes: Uint8Array; bitsOfCode: number };

/**
 * Finds values that were cut into pieces too short to be told from chance one by one, with anything between
 * them: the evidence is that they follow each other in the order of the value. A text that knows nothing of a
 * value contains a given chain of pieces with a probability of two to the minus of its bits. Each joint
 * subtracts bits for the other places where the next piece could have been.
 */
export class PieceChains {
  readonly #sequences: readonly Sequence[];
  /** Maps the number that three codes form to the places where sequences have them. */
  readonly #places = new Map<number, { sequence: number; at: number }[]>();
  readonly #isKnown = new Uint8Array(CODES ** PIECE);

  constructor(canaries: readonly Canary[]) {
    this.#sequences = canaries.flatMap(sequencesOf);
    for (const [sequence, { codes }] of this.#sequences.entries()) {
      for (let at = 0; at + PIECE <= codes.length; at++) this.#index(keyAt(codes, at), { sequence, at });
    }
  }

  #index(key: number, place: { sequence: number; at: number }): void {
    this.#isKnown[key] = 1;
    const others = this.#places.get(key);
    if (others === undefined) this.#places.set(key, [place]);
    else others.push(place);
  }

  find(codes: Uint8Array, onFound: OnFound): void {
    const enough = Math.log2(codes.length + 1) + BITS_OF_PROOF;
    const chains = this.#sequences.map((sequence) => new Chain(sequence, enough));
    let key = 0;
    for (let end = 0; end < codes.length; end++) {
      key = (key * CODES + (codes[end] ?? 0)) % CODES ** PIECE;
      if (end < PIECE - 1 || this.#isKnown[key] === 0) continue;
      for (const { sequence, at } of this.#places.get(key) ?? []) chains[sequence]?.extend(at, end);
    }
    for (const { holdsHalf, sequence } of chains) if (holdsHalf) tell(sequence, onFound);
  }
}

type Link = {
  /** The information in the chain up to here. */
  bits: number;
  /** The number of characters of the value that it holds. */
  characters: number;
  /** The index in the text at which it ends. */
  end: number;
};

const NOTHING: Link = { bits: 0, characters: 0, end: -1 };

/** The best chain of pieces so far for each character of a sequence that it may end with. */
class Chain {
  readonly sequence: Sequence;
  /** Whether a chain that cannot be an accident holds at least half of the value. */
  holdsHalf = false;
  readonly #enough: number;
  readonly #upTo: Link[];

  constructor(sequence: Sequence, enough: number) {
    this.sequence = sequence;
    this.#enough = enough;
    this.#upTo = Array.from({ length: sequence.codes.length }, () => NOTHING);
  }

  /** Three characters of the sequence, from `at` on, end at the place `end` in the text. */
  extend(at: number, end: number): void {
    const last = at + PIECE - 1;
    const before = this.#upTo[last - 1] ?? NOTHING;
    const known = this.#upTo[last] ?? NOTHING;
    const link =
      before.end === end - 1
        ? this.#longer(before, 1, end)
        : this.#longer(this.#bestBefore(at, end), PIECE, end);
    if (known.end >= 0 && known.bits - costOfJoint(end - known.end, 0) > link.bits) return;
    this.#upTo[last] = link;
    this.holdsHalf ||= link.bits >= this.#enough && 2 * link.characters >= this.sequence.codes.length;
  }

  #longer({ bits, characters }: Link, by: number, end: number): Link {
    return { bits: bits + by * this.sequence.bitsOfCode, characters: characters + by, end };
  }

  /** The best chain for a piece from `at` on to continue; none if the piece is better off alone. */
  #bestBefore(at: number, end: number): Link {
    const start = end - PIECE + 1;
    let best = NOTHING;
    for (let last = PIECE - 1; last < at; last++) {
      const link = this.#upTo[last] ?? NOTHING;
      if (link.end < 0 || link.end >= start) continue;
      const bits = link.bits - costOfJoint(start - link.end - 1, at - last - 1);
      if (bits > best.bits) best = { ...link, bits };
    }
    return best;
  }
}

/**
 * `gap` is the number of characters of the text between two pieces, and `left` the number of
 * the value's that are missing there.
 */
function costOfJoint(gap: number, left: number): number {
  return BITS_OF_JOINT + Math.log2(gap + 1) + Math.log2(left + 1);
}

/** Half of a value in one place counts as the whole value. */
function tell({ canary, secret, how }: Sequence, onFound: OnFound): void {
  for (let at = 0; at + FRAGMENT <= secret.length; at++) onFound({ canary, at, how });
}

/**
 * Disguises whose folded text is that of the plain value, or whose characters hold
 * too little information each.
 */
const PREDICTABLE = new Set(['decimal', 'utf-16', 'capitals']);

function sequencesOf({ name, value }: Canary): Sequence[] {
  const secret = secretPart(value);
  const bits = secret.length * BITS_OF_DIGIT;
  const ways = [
    { before: [], text: secret },
    ...swapped(secret).map((text) => ({ before: ['swapped in pairs'], text })),
  ];
  const disguised = ways.flatMap(({ before, text }) =>
    disguisesOf(text).map((one) => ({ ...one, words: [...before, ...one.how] })),
  );
  const worthwhile = disguised.filter(
    ({ how: [first = '', ...more] }) => more.length === 0 && !PREDICTABLE.has(first),
  );
  return worthwhile.map(({ words, text }) => {
    const codes = fold(Buffer.from(text, 'latin1'));
    const how = [...words, 'in short pieces'].join(', ');
    return { canary: name, secret, how, codes, bitsOfCode: Math.min(BITS_OF_DIGIT, bits / codes.length) };
  });
}

/** Swaps each two characters, from the first on and from the second. */
function swapped(text: string): string[] {
  const swap = (part: string) => part.replaceAll(/(.)(.)/g, '$2$1');
  return [swap(text), text.slice(0, 1) + swap(text.slice(1))];
}

function keyAt(codes: Uint8Array, at: number): number {
  return codes.subarray(at, at + PIECE).reduce((key, code) => key * CODES + code, 0);
}
