import { Buffer } from 'node:buffer';
import { type Alphabet, alphabetOf } from './encoded-runs.ts';

export type Coding = {
  how: string;
  alphabet: Alphabet;
  /** The number of symbols that may be the first, because a word before it may be part of the run. */
  phases: number;
  /** Whether a run is in this coding. */
  takes: (run: Uint8Array) => boolean;
  decode: (symbols: Uint8Array) => Uint8Array;
};

const ANYTHING = /[^0-9a-z]/i;
/** White space, its escapes and quotes: encoders wrap their lines, and programs join them. */
const WRAPPING = /[\s"'`,;\\>|\0]/;
const BASE64_RUN = alphabetOf(/[A-Za-z0-9+/_-]/, WRAPPING);

const HEX = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
/** Lower-case letters alone are words. */
const BASE32 = /^(?:[A-Z2-7]+|[a-z]*[2-7][a-z2-7]*)$/;

const toHex = { how: 'hex', phases: 2, decode: (symbols: Uint8Array) => decodedBy('hex', symbols) };
const toBase32 = { how: 'base32', phases: 8, decode: fromBase32 };
const toBase64 = { how: 'base64', phases: 4, decode: (symbols: Uint8Array) => decodedBy('base64', symbols) };

/** Few runs are in one of these by chance. What they decode to is searched whatever it is. */
export const CODINGS: readonly Coding[] = [
  { ...toHex, alphabet: alphabetOf(/[0-9a-f]/i, ANYTHING), takes: () => true },
  { ...toBase32, alphabet: BASE64_RUN, takes: (run) => BASE32.test(textOf(run)) && !HEX.test(textOf(run)) },
  { ...toBase64, alphabet: BASE64_RUN, takes: (run) => !BASE32.test(textOf(run)) && !HEX.test(textOf(run)) },
];

/** Every text consists of such runs, so what they decode to means nothing unless it is packed, or text. */
export const LOOSE_CODINGS: readonly Coding[] = [
  { ...toBase32, alphabet: alphabetOf(/[a-z2-7]/i, ANYTHING), takes: () => true },
  { ...toBase64, alphabet: alphabetOf(/[a-z0-9+/]/i, /[^a-z0-9+/]/i), takes: () => true },
];

function textOf(run: Uint8Array): string {
  return Buffer.from(run.buffer, run.byteOffset, run.length).toString('latin1');
}

function decodedBy(encoding: 'hex' | 'base64', symbols: Uint8Array): Uint8Array {
  return Buffer.from(textOf(symbols), encoding);
}

const FIVE_BITS = Uint8Array.from({ length: 0x100 }, (_, byte) =>
  Math.max(0, 'abcdefghijklmnopqrstuvwxyz234567'.indexOf(String.fromCharCode(byte).toLowerCase())),
);

function fromBase32(symbols: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor((symbols.length * 5) / 8));
  let [held, width, length] = [0, 0, 0];
  for (const symbol of symbols) {
    held = ((held << 5) | (FIVE_BITS[symbol] ?? 0)) & 0xfff;
    width += 5;
    if (width < 8) continue;
    width -= 8;
    bytes[length++] = (held >> width) & 0xff;
  }
  return bytes;
}
