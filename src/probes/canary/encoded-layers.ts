import { Buffer, isUtf8 } from 'node:buffer';
import type { Layer } from './layer.ts';

/** Fewer symbols hold nothing that could be packed. */
const SHORTEST_RUN = 24;

/** A run with fewer different symbols can only encode repetition. */
const FEWEST_SYMBOLS = 5;
/** How many symbols are decoded at a time: whole groups of every coding. */
const PORTION = 256 * 1024;

/**
 * What runs of symbols decode to, starting from each symbol that may be the first, because a word before it
 * may be part of the run. White space, its escapes and quotes do not end a run: encoders wrap their lines. The results for
 * one coding and start form one layer, with text separate from other bytes: prose has very many short runs.
 */
export function* decodeRuns(bytes: Uint8Array): Generator<Layer> {
  const decoded = new Map<string, { how: string; pieces: Uint8Array[] }>();
  for (const run of encodedRuns(bytes)) {
    const text = Buffer.from(run.buffer, run.byteOffset, run.length).toString('latin1');
    const coding = CODINGS.find(({ alphabet }) => alphabet.test(text)) ?? BASE64;
    for (let phase = 0; phase < coding.phases; phase++) {
      const pieces = decode(text, phase, coding);
      const key = `${coding.how} ${phase} ${pieces.every(isUtf8)}`;
      const known = decoded.get(key);
      if (known === undefined) decoded.set(key, { how: coding.how, pieces });
      else known.pieces.push(BETWEEN, ...pieces);
    }
  }
  for (const { how, pieces } of decoded.values()) {
    yield { how, mayHide: false, bytes: Buffer.concat(pieces) };
  }
}

function decode(text: string, phase: number, { decode }: Coding): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let from = phase; from < text.length; from += PORTION) {
    pieces.push(decode(text.slice(from, from + PORTION)));
  }
  return pieces;
}

/** A separator that ends a line and a run. */
const BETWEEN = Buffer.from('\n=\n');

function* encodedRuns(bytes: Uint8Array): Generator<Uint8Array> {
  const run = new Uint8Array(bytes.length + 1);
  let length = 0;
  for (let index = 0; index <= bytes.length; index++) {
    const byte = bytes[index] ?? END;
    const kind = KINDS[byte] ?? OTHER;
    if (kind === SYMBOL) run[length++] = byte;
    else if (byte === BACKSLASH && LINE_ENDS.includes(bytes[index + 1])) index++;
    else if (kind === OTHER) {
      const found = run.subarray(0, length);
      if (length >= SHORTEST_RUN && new Set(found).size >= FEWEST_SYMBOLS) yield found;
      length = 0;
    }
  }
}

const [OTHER, SYMBOL, SEPARATOR] = [0, 1, 2];
const END = 0x100;
const BACKSLASH = 0x5c;
/** The letters that JSON writes behind a backslash for the ends of lines. */
const LINE_ENDS: readonly (number | undefined)[] = [...Buffer.from('nr')];

const KINDS = Uint8Array.from({ length: 0x100 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z0-9+/_-]/.test(character)) return SYMBOL;
  return /[\s"'`,;\\>|\0]/.test(character) ? SEPARATOR : OTHER;
});

type Coding = { how: string; phases: number; decode: (text: string) => Uint8Array };

const BASE64: Coding = { how: 'base64', phases: 4, decode: (text: string) => Buffer.from(text, 'base64') };

/** A long run that fits into a smaller alphabet uses that one. Lower-case letters alone are words. */
const CODINGS: readonly (Coding & { alphabet: RegExp })[] = [
  {
    ...{ how: 'hex', alphabet: /^(?:[0-9a-f]+|[0-9A-F]+)$/, phases: 2 },
    decode: (text: string) => Buffer.from(text, 'hex'),
  },
  { how: 'base32', alphabet: /^(?:[A-Z2-7]+|[a-z]*[2-7][a-z2-7]*)$/, phases: 8, decode: fromBase32 },
];

function fromBase32(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let [held, width, length] = [0, 0, 0];
  for (const character of text.toLowerCase()) {
    held = ((held << 5) | 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(character)) & 0xfff;
    width += 5;
    if (width < 8) continue;
    width -= 8;
    bytes[length++] = (held >> width) & 0xff;
  }
  return bytes;
}
