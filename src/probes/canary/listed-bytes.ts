/** Fewer bytes hold nothing that could be packed. */
const FEWEST_BYTES = 16;

const [ZERO, NINE] = [0x30, 0x39];
const MINUS = 0x2d;

/** Lists of decimal numbers, each of them a byte, with or without a sign. */
export function listedBytes(bytes: Uint8Array): Uint8Array[] {
  const lists: Uint8Array[] = [];
  const listed = new Uint8Array(Math.ceil(bytes.length / 2));
  let [start, end, at] = [0, 0, 0];
  for (let word = nextWord(bytes, at); ; word = nextWord(bytes, at)) {
    const number = word === null ? null : byteIn(bytes, word);
    if (number !== null) listed[end++] = number;
    else {
      if (end - start >= FEWEST_BYTES) lists.push(listed.subarray(start, end));
      start = end;
    }
    if (word === null) return lists;
    at = word.end;
  }
}

type Word = { start: number; end: number };

function nextWord(bytes: Uint8Array, from: number): Word | null {
  let start = from;
  while (start < bytes.length && !isInWord(bytes[start])) start++;
  let end = start;
  while (end < bytes.length && isInWord(bytes[end])) end++;
  return start === end ? null : { start, end };
}

/** `null` if the word is no number, or one that is too large. */
function byteIn(bytes: Uint8Array, { start, end }: Word): number | null {
  if (end - start > 3) return null;
  let number = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) return null;
    number = number * 10 + byte - ZERO;
  }
  const isNegative = bytes[start - 1] === MINUS && !isInWord(bytes[start - 2]);
  if (number > 0xff) return null;
  return isNegative ? (0x100 - number) & 0xff : number;
}

function isInWord(byte: number | undefined): boolean {
  return byte !== undefined && IN_WORD[byte] === 1;
}

const IN_WORD = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  /[0-9a-z]/i.test(String.fromCharCode(byte)) ? 1 : 0,
);
