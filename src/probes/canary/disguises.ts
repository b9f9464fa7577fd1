import { Buffer } from 'node:buffer';

/** A disguised piece of a value; `how` is empty if it is plain. */
export type Disguised = { how: readonly string[]; text: string };

/**
 * A piece of a value under every disguise, and each of those under every disguise again. The texts hold one
 * byte per character. If a piece lies inside a longer encoded text, its neighbors share the characters at its
 * ends: those are left out, and each possible alignment gives a separate text.
 */
export function disguisesOf(piece: string): Disguised[] {
  const once = disguise({ how: [], text: piece });
  return [{ how: [], text: piece }, ...once, ...once.flatMap(disguise)];
}

function disguise({ how, text }: Disguised): Disguised[] {
  return DISGUISES.flatMap(({ name, apply }) =>
    apply(text).map((disguised) => ({ how: [...how, name], text: disguised })),
  );
}

type Rewrite = { name: string; apply: (text: string) => string[] };

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE16 = '0123456789ABCDEF';

const DISGUISES: readonly Rewrite[] = [
  { name: 'reversed', apply: (text) => [[...text].reverse().join('')] },
  { name: 'rot13', apply: (text) => [text.replaceAll(/[a-z]/gi, rot13)] },
  { name: 'capitals', apply: (text) => [text.toUpperCase()] },
  { name: 'utf-16', apply: (text) => [[...text].join('\0')] },
  { name: 'decimal', apply: (text) => [[...Buffer.from(text, 'latin1')].join(' ')] },
  { name: 'hex', apply: (text) => inBase(text, BASE16) },
  { name: 'base32', apply: (text) => inBase(text, BASE32) },
  { name: 'base64', apply: (text) => inBase(text, BASE64) },
];

function rot13(letter: string): string {
  const first = letter < 'a' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

/** Encodes at each offset that a first byte can have within the bits of a symbol. */
function inBase(text: string, alphabet: string): string[] {
  const bits = Math.log2(alphabet.length);
  const offsets = new Set(Array.from({ length: bits }, (_, bytes) => (bytes * 8) % bits));
  return [...offsets].map((offset) => symbols(Buffer.from(text, 'latin1'), alphabet, bits, offset));
}

/**
 * Returns only the symbols all of whose bits come from the text; `offset` bits of
 * the first symbol are its neighbor's.
 */
function symbols(bytes: Uint8Array, alphabet: string, bits: number, offset: number): string {
  let [held, width, text] = [0, 0, ''];
  let foreign = offset === 0 ? 0 : bits - offset;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    width += 8;
    if (foreign > 0) {
      width -= foreign;
      foreign = 0;
    }
    for (; width >= bits; width -= bits) text += alphabet[(held >> (width - bits)) & (2 ** bits - 1)];
  }
  return text;
}
