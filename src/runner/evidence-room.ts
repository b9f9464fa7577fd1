import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../base/digest.ts';
import type { EvidenceLoss } from '../contracts/evidence-loss.ts';
import { detailOf } from './fault.ts';

const MIB = 1024 ** 2;

/**
 * Characters of JSON. The longest conversation that a model takes is some 8 MiB, as many files as there can be are 12 MiB and
 * 5,000 processes 2 MiB. More would not do: whoever reads a run holds what all of its trials left.
 */
const MOST_CHARACTERS = 40 * MIB;
/** Writing one item keeps the other trials waiting. */
const MOST_OF_ITEM = 4 * MIB;
/** Characters after which the other trials have their turn. */
const SLICE = MIB / 2;

/** What tells whether an item will be taken when it is read. */
type Form = { safeParse(value: unknown): { success: boolean } };

export type Shelf<Item> = {
  /** As a loss names them. */
  what: string;
  form: Form;
  /** Of the whole room. */
  most?: number;
  /** Gives the items in the order in which they get room; they are kept in their own. */
  order?: (places: readonly Place<Item>[]) => readonly Place<Item>[];
};

/** Of one item: another may be equal to it. */
type Place<Item> = { item: Item };

/** What the evidence of one trial may take to store. What there is no room for, and what cannot be read back, is a loss. */
export class EvidenceRoom {
  readonly losses: EvidenceLoss[] = [];
  #left = MOST_CHARACTERS;
  #sinceTurn = 0;

  async keep<Item>(items: readonly Item[], shelf: Shelf<Item>): Promise<Item[]> {
    const { what, form, most = MOST_CHARACTERS, order = asTheyAre } = shelf;
    const places = items.map((item) => ({ item }));
    const kept = new Set<Place<Item>>();
    let reason: string | null = null;
    const end = Math.max(0, this.#left - most);
    for (const place of order(places)) {
      const { characters, problem } = measure(place.item, form, Math.min(MOST_OF_ITEM, this.#left - end));
      reason ??= problem;
      if (problem === null) {
        this.#left -= characters;
        kept.add(place);
      }
      await this.#giveTurns(characters);
    }
    const lost = items.length - kept.size;
    if (lost > 0)
      this.losses.push({ part: 'record', detail: `${lost} of ${items.length} ${what}: ${reason}` });
    return places.filter((place) => kept.has(place)).map(({ item }) => item);
  }

  async #giveTurns(characters: number): Promise<void> {
    this.#sinceTurn += characters;
    if (this.#sinceTurn < SLICE) return;
    this.#sinceTurn = 0;
    await nextTurn();
  }
}

type Measured = { characters: number; problem: string | null };

/** What an item costs beside its own characters. */
const OVERHEAD = 64;

function measure(item: unknown, form: Form, most: number): Measured {
  try {
    const least = leastCharacters(item, most);
    const json = least > most ? null : canonicalJson(item);
    if (json === null || json.length > most)
      return { characters: least, problem: 'there is no room for more' };
    const problem = form.safeParse(JSON.parse(json)).success ? null : 'its form is not as expected';
    return { characters: json.length + 1, problem };
  } catch (error) {
    return { characters: OVERHEAD, problem: detailOf(error) };
  }
}

/** Of the JSON of a value, counted no further than it matters: writing it could take too long to find out. */
function leastCharacters(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let characters = 2;
  for (const [key, member] of Object.entries(value)) {
    characters += (Array.isArray(value) ? 1 : key.length + 3) + leastCharacters(member, most - characters);
    if (characters > most) break;
  }
  return characters;
}

function asTheyAre<T>(places: readonly T[]): readonly T[] {
  return places;
}
