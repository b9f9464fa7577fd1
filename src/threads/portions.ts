import { deserialize, serialize } from 'node:v8';

/** A part of a value on its way to another thread, small enough that reading it keeps nobody waiting. */
export type Portion = Uint8Array;

/** A portion holds some of the items of one of the value's lists, which are counted in a fixed order. */
type Items = { list: number; items: unknown[] };

/** The weight of a portion: reading this many parts takes some ten milliseconds. */
const PORTION_WEIGHT = 10_000;
/** Text and bytes are copied as a whole, so that this many weigh as much as one part. */
const PART_LENGTH = 1024;

/**
 * Divides plain data with long lists into portions. A value that crosses at once holds up whoever writes it and
 * whoever reads it until all of it is done; with portions, both can do other work in between.
 */
export function* portionsOf(value: unknown): Generator<Portion> {
  yield serialize(withoutItems(value));
  for (const [list, all] of listsIn(value).entries()) {
    for (const items of inPortions(all)) yield serialize({ list, items } satisfies Items);
  }
}

/** Joins the portions of a value again, in their order. */
export class PortionJoiner<Value> {
  #whole: { value: Value; lists: unknown[][] } | null = null;

  add(portion: Portion): void {
    if (this.#whole === null) {
      const value: Value = deserialize(portion);
      this.#whole = { value, lists: listsIn(value) };
      return;
    }
    const { list, items }: Items = deserialize(portion);
    const joined = this.#whole.lists[list];
    if (joined === undefined) throw new Error(`The value has no list ${list}.`);
    joined.push(...items);
  }

  get value(): Value {
    if (this.#whole === null) throw new Error('No portion of the value has come.');
    return this.#whole.value;
  }
}

/** The buffers that can be moved to another thread instead of copied, because nothing else is in them. */
export function movableBuffers(all: readonly Uint8Array[]): ArrayBuffer[] {
  const movable = new Set<ArrayBuffer>();
  for (const { buffer, length } of all)
    if (buffer instanceof ArrayBuffer && length === buffer.byteLength) movable.add(buffer);
  return [...movable];
}

/** The lists of a value, but for lists within their items. */
function listsIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value];
  return isPlainObject(value) ? Object.values(value).flatMap(listsIn) : [];
}

function withoutItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutItems(member)]));
}

function* inPortions(items: readonly unknown[]): Generator<unknown[]> {
  let portion: unknown[] = [];
  let weight = 0;
  for (const item of items) {
    const more = weightOf(item);
    if (portion.length > 0 && weight + more > PORTION_WEIGHT) {
      yield portion;
      portion = [];
      weight = 0;
    }
    portion.push(item);
    weight += more;
  }
  if (portion.length > 0) yield portion;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / PART_LENGTH;
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return 1 + value.byteLength / PART_LENGTH;
  let weight = 1;
  for (const member of Object.values(value)) weight += weightOf(member);
  return weight;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
