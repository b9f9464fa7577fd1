import { Buffer } from 'node:buffer';

/** Fewer symbols hold nothing that could be packed. */
const SHORTEST_RUN = 24;
/** A run with fewer different symbols can only encode repetition. */
const FEWEST_SYMBOLS = 5;

const [OTHER, SYMBOL, SEPARATOR] = [0, 1, 2];
const END = 0x100;
const BACKSLASH = 0x5c;
/** The letters that JSON writes behind a backslash for the ends of lines. */
const LINE_ENDS: readonly (number | undefined)[] = [...Buffer.from('nr')];

/** Says of each byte whether it is a symbol of a coding, may stand between its symbols, or ends a run of them. */
export type Alphabet = Uint8Array;

export function alphabetOf(symbols: RegExp, separators: RegExp): Alphabet {
  return Uint8Array.from({ length: 0x100 }, (_, byte) => {
    const character = String.fromCharCode(byte);
    if (symbols.test(character)) return SYMBOL;
    return separators.test(character) ? SEPARATOR : OTHER;
  });
}

/** The longest runs of symbols, without what stands between them. */
export function encodedRuns(bytes: Uint8Array, alphabet: Alphabet): Uint8Array[] {
  const runs: Uint8Array[] = [];
  const symbols = new Uint8Array(bytes.length);
  let [start, end] = [0, 0];
  for (let index = 0; index <= bytes.length; index++) {
    const byte = bytes[index] ?? END;
    const kind = alphabet[byte] ?? OTHER;
    if (kind === SYMBOL) symbols[end++] = byte;
    else if (byte === BACKSLASH && LINE_ENDS.includes(bytes[index + 1])) index++;
    else if (kind === OTHER && end > start) {
      const isLong = end - start >= SHORTEST_RUN;
      if (isLong && isVaried(symbols.subarray(start, end))) runs.push(symbols.subarray(start, end));
      else end = start;
      start = end;
    }
  }
  return runs;
}

function isVaried(run: Uint8Array): boolean {
  const different = new Set<number>();
  for (const symbol of run) if (different.add(symbol).size >= FEWEST_SYMBOLS) return true;
  return false;
}
