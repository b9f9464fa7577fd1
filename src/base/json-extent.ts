/**
 * The two things besides its length that decide how long JSON takes to parse: the number of members and items, and the nesting
 * depth. Text that may be an object counts with its parts, because some wires carry the arguments of tools like that.
 */
export type JsonExtent = { parts: number; depth: number };

export type JsonSize = JsonExtent & { bytes: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SPACE = 0x20;
const LETTER_U = 0x75;
const COLON = 0x3a;
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];

/** Measures a value as JSON would write it. */
export function sizeOf(value: unknown): JsonSize {
  return sizeOfText(Buffer.from(JSON.stringify(value)));
}

export function sizeOfText(json: Uint8Array): JsonSize {
  return { bytes: json.length, ...(extentOf(json, NO_LIMIT) ?? NO_LIMIT) };
}

export function together(one: JsonSize, other: JsonSize): JsonSize {
  return {
    bytes: one.bytes + other.bytes,
    parts: one.parts + other.parts,
    depth: Math.max(one.depth, other.depth),
  };
}

const NO_LIMIT = { parts: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

/**
 * Scans the bytes alone and returns `null` as soon as a limit is passed: too large a document
 * must not be parsed to find that out.
 */
export function extentOf(json: Uint8Array, most: JsonExtent): JsonExtent | null {
  let parts = 0;
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      const end = endOfString(json, at + 1);
      if (MAY_BEGIN_OBJECT.has(json[at + 1])) parts += partsIn(json, at + 1, end, most.parts);
      at = end;
    } else if (byte === COMMA) parts += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      parts += 1;
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    if (parts > most.parts || depth > most.depth) return null;
  }
  return { parts, depth: deepest };
}

/**
 * Whether every parser reads the same value: of two members with one name, some take the first and some the last. `value` is what
 * the text was parsed to.
 */
export function hasOneReading(json: Uint8Array, value: unknown): boolean {
  let written = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === QUOTE) at = endOfString(json, at + 1);
    else if (json[at] === COLON) written += 1;
  }
  return written === membersIn(value);
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  const own = Array.isArray(value) ? 0 : inner.length;
  return inner.reduce<number>((sum, one) => sum + membersIn(one), own);
}

/** An object's first byte, in any of the ways to write it, and what may stand before it. */
const MAY_BEGIN_OBJECT: ReadonlySet<number | undefined> = new Set([OPEN_OBJECT, BACKSLASH, SPACE]);
const PARTING: ReadonlySet<number | undefined> = new Set([COMMA, OPEN_OBJECT, OPEN_LIST]);

/** Counts the parts in the text of a string, up to a limit. Any character may be written as an escape there. */
function partsIn(json: Uint8Array, from: number, end: number, most: number): number {
  let parts = 0;
  for (let at = from; at < end && parts <= most; at++) {
    if (json[at] === BACKSLASH) {
      if (PARTING.has(escapedAt(json, at + 1))) parts += 1;
      at += 1;
    } else if (PARTING.has(json[at])) parts += 1;
  }
  return parts;
}

/** The code of a character that is written as `u` with four digits. */
function escapedAt(json: Uint8Array, at: number): number {
  const digits = json[at] === LETTER_U ? Buffer.from(json.subarray(at + 1, at + 5)).toString('latin1') : '';
  return Number.parseInt(digits, 16);
}

function endOfString(json: Uint8Array, from: number): number {
  for (let at = json.indexOf(QUOTE, from); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
