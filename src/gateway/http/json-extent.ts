/** What parsing JSON costs besides its bytes: the number of members and items, and the nesting depth. */
export type JsonExtent = { parts: number; depth: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];

/**
 * Scans the bytes alone and stops as soon as a limit is passed: too large a document
 * must not be parsed to find that out.
 */
export function fitsWithin(json: Uint8Array, most: JsonExtent): boolean {
  let parts = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at + 1);
    else if (byte === COMMA) parts += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      parts += 1;
      depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    if (parts > most.parts || depth > most.depth) return false;
  }
  return true;
}

function endOfString(json: Uint8Array, from: number): number {
  for (let at = json.indexOf(QUOTE, from); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
