import type { OpeningValue } from '../../contracts/opening.ts';

/** A line of a value. `value` is the index of the value, which tells lines of one text from those of another. */
export type Line = { place: string; text: string; value: number };

/** Identifiers, dates and times, which differ from trial to trial by nature. */
const BY_CHANCE = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /(?<![0-9a-z])[0-9a-f]{16,128}(?![0-9a-z])/gi,
  /\d{4}-\d{2}-\d{2}/g,
  /(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d{1,2},? \d{4}/g,
  /\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?/g,
  /(?<!\d)\d{10,19}(?!\d)/g,
];

/** The lines of all values in their order, without empty ones. */
export function linesOf(values: readonly OpeningValue[]): Line[] {
  return values.flatMap(({ place, text }, value) =>
    text
      .split('\n')
      .map((line) => ({ place, text: withoutChance(line.trim()), value }))
      .filter((line) => line.text !== ''),
  );
}

export function withoutChance(text: string): string {
  return BY_CHANCE.reduce((rest, pattern) => rest.replace(pattern, '…'), text);
}

/** Lines are the same if they say the same in the same place. */
export function keyOf({ place, text }: Line): string {
  return `${place}\n${text}`;
}

/** What one request has more often than the other. */
export class Surplus {
  readonly #left = new Map<string, number>();
  readonly #others: ReadonlySet<string>;

  constructor(lines: readonly Line[], others: readonly Line[]) {
    this.#others = new Set(others.map(keyOf));
    for (const line of lines) this.#count(line, 1);
    for (const line of others) this.#count(line, -1);
  }

  has(line: Line): boolean {
    return (this.#left.get(keyOf(line)) ?? 0) > 0;
  }

  /** Whether the other request has the line too, if less often. */
  isRepeat(line: Line): boolean {
    return this.#others.has(keyOf(line));
  }

  take(line: Line): boolean {
    if (!this.has(line)) return false;
    this.#count(line, -1);
    return true;
  }

  #count(line: Line, by: number): void {
    this.#left.set(keyOf(line), (this.#left.get(keyOf(line)) ?? 0) + by);
  }
}
