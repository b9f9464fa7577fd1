import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../base/digest.ts';
import type { EvidenceLoss } from '../contracts/evidence-loss.ts';
import { detailOf } from './fault.ts';

const MIB = 1024 ** 2;

/**
 * The limit in characters of JSON. The longest conversation that a model takes is some 8 MiB, the most
 * possible files are 12 MiB, and 5,000 processes are 2 MiB. More would not do: whoever reads a run
 * holds what all of its trials left.
 */
const MOST_CHARACTERS = 40 * MIB;
/** The limit for one item, because writing an item keeps the other trials waiting. */
const MOST_OF_ITEM = 4 * MIB;
/** The number of characters after which the other trials get a turn. */
const SLICE = MIB / 8;

/** A schema that tells whether an item will be accepted when it is read back. */
type Form = { safeParse(value: unknown): { success: boolean } };

export type Shelf<Item> = {
  /** How a loss names the items. */
  what: string;
  form: Form;
  /** The most characters that these items may take of the room. */
  most?: number;
  /** Returns the items in the order in which they get room; they are kept in their original order. */
  order?: (places: readonly Place<Item>[]) => readonly Place<Item>[];
};

/** Wraps one item, because another may be equal to it. */
type Place<Item> = { item: Item };

/**
 * Limits what the evidence of one trial takes to store. An item without room, or one
 * that cannot be read back, is a loss.
 */
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

/** What an item costs besides its own characters. */
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

/**
 * A lower bound for the JSON of a value. It stops counting at `most`, because writing the
 * JSON to find out could take too long.
 */
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
