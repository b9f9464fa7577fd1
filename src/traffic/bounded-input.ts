const MAX_DEPTH = 100;
const TOO_DEEP = '[nested too deep to be kept]';
const LEFT_OUT = '[left out]';

/** The members and items that are kept of one input, and of all inputs of a trial: far more than tools are given. */
const MAX_PARTS = 5000;
const MAX_PARTS_OF_TRIAL = 50_000;
/** What an input keeps however many came before it, so that they cannot hide what it asks for. */
const SURE_PARTS = 20;

/** An input as it is kept, and the names and values in it that are not. */
export type KeptInput = { input: Record<string, unknown>; leftOut: readonly string[] };

/** Limits the nesting of a tool call's input for the record: input nested without end cannot be stored. */
export function boundedInput(input: Record<string, unknown>): Record<string, unknown> {
  return new InputCopy(null).of(input);
}

/**
 * Limits the inputs of a trial's tool calls also in their number of parts: what has millions of them takes long to
 * read and to write, however few bytes it has. An input says itself what it lacks.
 */
export class InputRoom {
  #left = MAX_PARTS_OF_TRIAL;

  keep(input: Record<string, unknown>): KeptInput {
    const { shares, parts } = sharesIn(input, Math.min(MAX_PARTS, SURE_PARTS + this.#left));
    this.#left -= Math.max(0, parts - SURE_PARTS);
    const copy = new InputCopy(shares);
    return { input: copy.of(input), leftOut: copy.leftOut };
  }
}

/** How many parts are kept of each object and list in an input. */
type Shares = ReadonlyMap<object, number>;

/**
 * What is nested less deep comes first, and on one level the objects and lists with the fewest parts: a large one does
 * not crowd out what is beside it.
 */
function sharesIn(input: object, most: number): { shares: Shares; parts: number } {
  const shares = new Map<object, number>();
  let left = most;
  let level: object[] = [input];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const all = level.map((object) => ({ object, parts: Object.values(object) }));
    level = [];
    for (const { object, parts } of all.toSorted((a, b) => a.parts.length - b.parts.length)) {
      const kept = parts.slice(0, left);
      left -= kept.length;
      shares.set(object, kept.length);
      for (const part of kept) if (typeof part === 'object' && part !== null) level.push(part);
    }
  }
  return { shares, parts: most - left };
}

/** Copies an input as far as there is room; without shares, only its nesting is limited. */
class InputCopy {
  readonly leftOut: string[] = [];
  readonly #shares: Shares | null;

  constructor(shares: Shares | null) {
    this.#shares = shares;
  }

  of(input: Record<string, unknown>): Record<string, unknown> {
    return this.#object(input, MAX_DEPTH);
  }

  #object(object: object, depth: number): Record<string, unknown> {
    const members = Object.entries(object);
    const share = this.#shareOf(object);
    const kept = members.slice(0, share).map(([key, value]) => [key, this.#value(value, depth)] as const);
    if (members.length <= share) return Object.fromEntries(kept);
    for (const [key, value] of members.slice(share)) {
      this.leftOut.push(key);
      this.#leaveOut(value);
    }
    return Object.fromEntries([
      ...kept,
      [LEFT_OUT, `${members.length - share} of ${members.length} members`],
    ]);
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const share = this.#shareOf(list);
    const kept = list.slice(0, share).map((item) => this.#value(item, depth));
    if (list.length <= share) return kept;
    for (const item of list.slice(share)) this.#leaveOut(item);
    return [...kept, `${LEFT_OUT} ${list.length - share} of ${list.length} items`];
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (depth > 0)
      return Array.isArray(value) ? this.#list(value, depth - 1) : this.#object(value, depth - 1);
    this.#leaveOut(value);
    return TOO_DEEP;
  }

  #shareOf(object: object): number {
    return this.#shares === null ? Number.POSITIVE_INFINITY : (this.#shares.get(object) ?? 0);
  }

  #leaveOut(value: unknown): void {
    for (const text of textsIn(value)) this.leftOut.push(text);
  }
}

/** The names and values in a value. It is walked without recursion, because it can be nested deeper than a stack. */
export function* textsIn(value: unknown): Generator<string> {
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' || typeof next === 'number') yield String(next);
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) yield* Object.keys(next);
    for (const member of Object.values(next).toReversed()) pending.push(member);
  }
}
