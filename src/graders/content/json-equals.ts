import { AssayError } from '../../base/assay-error.ts';
import type { JsonEqualsGrader } from '../../contracts/data-grader.ts';
import { type ContentVerdict, fail, givenText, pass, readText } from './content-verdict.ts';
import { JsonNumber, parseJson } from './json-value.ts';
import { shownApart } from './shown-apart.ts';
import { unmatched } from './unmatched.ts';

/** Compares the values of two JSON documents, however they are written. */
export function jsonEquals(
  spec: JsonEqualsGrader,
  found: Uint8Array,
  given: Uint8Array | null,
): ContentVerdict {
  const { path, equals, equalsFile } = spec;
  const written = given === null ? JSON.stringify(equals) : givenText(equalsFile, given);
  const expected = parseJson(written);
  if ('fault' in expected)
    throw new AssayError('GRADER_FAILED', `grade/${equalsFile} is not JSON: ${expected.fault}.`);
  const file = readText(path, found);
  if ('fault' in file) return fail(file.fault);
  const read = parseJson(file.text);
  if ('fault' in read) return fail(`${path} is not JSON: ${read.fault}`);
  const difference = new Comparison(spec).difference(expected.value, read.value, []);
  return difference === null ? pass(`${path} has the expected value`) : fail(`${path}: ${difference}`);
}

/** The keys and indexes on the way to a value. */
type Place = readonly string[];

class Comparison {
  readonly #tolerance: number;
  readonly #ignored: readonly Place[];
  readonly #anyOrder: readonly Place[];

  constructor({ tolerance, ignore, anyOrder }: JsonEqualsGrader) {
    this.#tolerance = tolerance;
    this.#ignored = ignore.map(placeOf);
    this.#anyOrder = anyOrder.map(placeOf);
  }

  /** Says where two values first differ; `null` if they do not. */
  difference(expected: unknown, found: unknown, place: Place): string | null {
    if (isAmong(this.#ignored, place)) return null;
    if (Array.isArray(expected) && Array.isArray(found)) return this.#inArrays(expected, found, place);
    if (isObject(expected) && isObject(found)) return this.#inObjects(expected, found, place);
    const isSame =
      expected instanceof JsonNumber && found instanceof JsonNumber
        ? this.#isSameNumber(expected, found)
        : expected === found;
    if (isSame) return null;
    const [there, wanted] = shownApart(written(found), written(expected));
    return `${named(place)} is ${there}, and not ${wanted}`;
  }

  #isSameNumber(one: JsonNumber, other: JsonNumber): boolean {
    if (one.digits === other.digits) return true;
    return this.#tolerance > 0 && Math.abs(one.value - other.value) <= this.#tolerance;
  }

  #inObjects(expected: JsonObject, found: JsonObject, place: Place): string | null {
    const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
    for (const key of keys) {
      const here = [...place, key];
      if (isAmong(this.#ignored, here)) continue;
      if (!Object.hasOwn(found, key)) return `${named(here)} is missing`;
      if (!Object.hasOwn(expected, key)) return `${named(here)} should not be there`;
      const difference = this.difference(expected[key], found[key], here);
      if (difference !== null) return difference;
    }
    return null;
  }

  #inArrays(expected: readonly unknown[], found: readonly unknown[], place: Place): string | null {
    if (expected.length !== found.length)
      return `${named(place)} has ${found.length} items, and not ${expected.length}`;
    if (isAmong(this.#anyOrder, place)) return this.#inAnyOrder(expected, found, place);
    for (const [index, item] of expected.entries()) {
      const difference = this.difference(item, found[index], [...place, `${index}`]);
      if (difference !== null) return difference;
    }
    return null;
  }

  #inAnyOrder(expected: readonly unknown[], found: readonly unknown[], place: Place): string | null {
    const isAlike = (one: unknown, other: unknown) => this.difference(one, other, [...place, '*']) === null;
    const lost = unmatched(expected, found, {
      keyOf: (item) => this.#shapeOf(item, [...place, '*']),
      ...(this.#tolerance > 0 && { isAlike }),
    });
    return lost === null ? null : `${named(place)} has no item ${shown(expected[lost])}`;
  }

  /** Returns the same text for all values that are alike; values with different texts differ in more than their numbers. */
  #shapeOf(value: unknown, place: Place): string {
    if (isAmong(this.#ignored, place)) return '';
    if (value instanceof JsonNumber) return this.#tolerance > 0 ? '#' : value.digits;
    if (Array.isArray(value)) {
      const isSorted = isAmong(this.#anyOrder, place);
      const items = value.map((item, index) => this.#shapeOf(item, [...place, isSorted ? '*' : `${index}`]));
      return `[${(isSorted ? items.toSorted() : items).join(',')}]`;
    }
    if (!isObject(value)) return JSON.stringify(value);
    const members = Object.keys(value)
      .toSorted()
      .filter((key) => !isAmong(this.#ignored, [...place, key]))
      .map((key) => `${JSON.stringify(key)}:${this.#shapeOf(value[key], [...place, key])}`);
    return `{${members.join(',')}}`;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

function placeOf(pointer: string): Place {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isAmong(patterns: readonly Place[], place: Place): boolean {
  return patterns.some(
    (pattern) =>
      pattern.length === place.length &&
      pattern.every((part, index) => part === '*' || part === place[index]),
  );
}

function named(place: Place): string {
  const parts = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return place.length === 0 ? 'the document' : `/${parts.join('/')}`;
}

const MAX_SHOWN = 120;

function shown(value: unknown): string {
  const text = written(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

function written(value: unknown): string {
  if (value instanceof JsonNumber) return value.written;
  if (Array.isArray(value)) return 'an array';
  return isObject(value) ? 'an object' : JSON.stringify(value);
}
