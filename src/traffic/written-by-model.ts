import { EventReader } from './http/server-sent-events.ts';
import { jsonIn } from './json-in.ts';

/**
 * Everything that the model wrote in one kind of place, in its order. It is searched as bytes, and encoding it takes a
 * while.
 */
export type Written = { place: string; bytes: Uint8Array };

/**
 * Collects what a model's answers hold, apart from its thoughts, in whatever place: the search for canaries must see what
 * no reader of calls understands, such as arguments that are not JSON, a name of a tool, or a value nested without end.
 * Pieces of a stream stand together again, because all that comes in one place is joined.
 */
export class WrittenByModel {
  readonly #places = new Map<string, string[]>();

  add(answer: string): void {
    for (const event of jsonEventsIn(answer)) this.#addAll(event);
  }

  get all(): Written[] {
    return [...this.#places].flatMap(([place, texts]) =>
      inPortions(texts).map((some) => ({ place, bytes: encoded(some) })),
    );
  }

  /** Adds words that are found in no answer, or not by a reader of answers. */
  addWords(place: string, words: readonly string[]): void {
    for (const word of words) this.#note(place, word);
  }

  /** Walks without recursion, because a value can be nested deeper than a stack. */
  #addAll(event: unknown): void {
    const pending: { value: unknown; place: string }[] = [{ value: event, place: '' }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value, place } = next;
      if (typeof value === 'string' || typeof value === 'number') this.#note(place, String(value));
      if (typeof value !== 'object' || value === null || isThought(value)) continue;
      const members = Object.entries(value).filter(([key]) => !THOUGHTS.test(key));
      const isList = Array.isArray(value);
      if (!isList) this.#note(`${place} (names)`, members.map(([key]) => key).join('\n'));
      for (const [key, member] of members.toReversed())
        pending.push({ value: member, place: isList ? place : placeWithin(place, key) });
    }
  }

  #note(place: string, text: string): void {
    const isNew = !this.#places.has(place) && this.#places.size >= MOST_PLACES;
    const texts = this.#places.get(isNew ? ELSEWHERE : place);
    if (texts === undefined) this.#places.set(isNew ? ELSEWHERE : place, [text]);
    else texts.push(text);
  }
}

/** APIs have some dozens; an input can have a place for each of its names. */
const MOST_PLACES = 1000;
const ELSEWHERE = 'elsewhere';

/** More text is several outputs, because a single one would be longer than a string can be. */
const PORTION_CHARACTERS = 16 * 1024 ** 2;

function inPortions(texts: readonly string[]): string[][] {
  const portions: string[][] = [[]];
  let characters = 0;
  for (const text of texts) {
    characters += text.length + 1;
    if (characters > PORTION_CHARACTERS) {
      portions.push([]);
      characters = text.length + 1;
    }
    portions.at(-1)?.push(text);
  }
  return portions.filter((portion) => portion.length > 0);
}

function encoded(texts: readonly string[]): Uint8Array {
  return Buffer.from(texts.join('\n'));
}

/** Fields in which APIs carry the model's thinking, which is not output. */
const THOUGHTS =
  /^(?:thinking|reasoning|reasoning_content|thought|thoughtSignature|signature|encrypted_content)$/;

function isThought(value: object): boolean {
  const type = 'type' in value ? value.type : null;
  if (typeof type === 'string' && /thinking|reasoning/.test(type)) return true;
  return 'thought' in value && value.thought === true;
}

/** Places nested deeper are treated as one, so that their number is bounded. */
const DEEPEST = 6;
const LONGEST_KEY = 40;

function placeWithin(place: string, key: string): string {
  if (place.split('.').length >= DEEPEST) return place;
  const name = key.slice(0, LONGEST_KEY);
  return place === '' ? name : `${place}.${name}`;
}

/** The JSON values of an answer: its body, or the events of its stream. An event that is not JSON is returned as text. */
function jsonEventsIn(answer: string): unknown[] {
  const whole = jsonIn(answer);
  if (whole !== undefined) return [whole];
  // The blank line also ends an event that was cut off.
  const events = new EventReader().add(Buffer.from(`${answer}\n\n`));
  return events.length === 0 ? [answer] : events.map(({ data }) => jsonIn(data) ?? data);
}
