import { Buffer } from 'node:buffer';

/** Chance brings fewer characters about. */
const SHORTEST_TEXT = 12;
/** A separator that ends a line and a run. */
const BETWEEN = Buffer.from('\n=\n');

/** The stretches of text among other bytes. */
export function textIn(bytes: Uint8Array): Uint8Array {
  const stretches: Uint8Array[] = [];
  let start = 0;
  for (let index = 0; index <= bytes.length; index++) {
    if (IS_TEXT[bytes[index] ?? 0xff] === 1) continue;
    if (index - start >= SHORTEST_TEXT) stretches.push(bytes.subarray(start, index));
    start = index + 1;
  }
  return joined(stretches);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [BETWEEN, piece])));
}

/** ASCII and its zeros in UTF-16. */
const IS_TEXT = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  /[\t\n\r\x20-\x7e\0]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
