import { Buffer } from 'node:buffer';
import type { Layer } from './layer.ts';

/** Fewer symbols hold nothing that could be packed. */
const SHORTEST_RUN = 24;

/**
 * What runs of symbols decode to, from each symbol that may be the first, because a word before it may be part of the
 * run. White space and quotes end no run: encoders wrap their lines.
 */
export function decodeRuns(bytes: Uint8Array): Layer[] {
  return [...encodedRuns(bytes)].flatMap((run) => {
    const text = Buffer.from(run).toString('latin1');
    const decode = CODINGS.find(({ alphabet }) => alphabet.test(text))?.decode ?? decodeBase64;
    return decode(text);
  });
}

function* encodedRuns(bytes: Uint8Array): Generator<Uint8Array> {
  const run = new Uint8Array(bytes.length + 1);
  let length = 0;
  for (let index = 0; index <= bytes.length; index++) {
    const byte = bytes[index] ?? END;
    const kind = KINDS[byte] ?? OTHER;
    if (kind === SYMBOL) run[length++] = byte;
    else if (kind === OTHER) {
      if (length >= SHORTEST_RUN) yield run.slice(0, length);
      length = 0;
    }
  }
}

const [OTHER, SYMBOL, SEPARATOR] = [0, 1, 2];
const END = 0x100;

const KINDS = Uint8Array.from({ length: 0x100 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[A-Za-z0-9+/_-]/.test(character)) return SYMBOL;
  return /[\s"'`,;\\>|\0]/.test(character) ? SEPARATOR : OTHER;
});

/** A long run that fits into a smaller alphabet is in it. Small letters alone are words. */
const CODINGS = [
  { alphabet: /^(?:[0-9a-f]+|[0-9A-F]+)$/, decode: decodeBase16 },
  { alphabet: /^(?:[A-Z2-7]+|[a-z]*[2-7][a-z2-7]*)$/, decode: decodeBase32 },
] as const;

function decodeBase64(text: string): Layer[] {
  return phasesOf(text, 4).map((from) => ({ how: 'base64', bytes: Buffer.from(text.slice(from), 'base64') }));
}

function decodeBase16(text: string): Layer[] {
  return phasesOf(text, 2).map((from) => ({ how: 'hex', bytes: Buffer.from(text.slice(from), 'hex') }));
}

function decodeBase32(text: string): Layer[] {
  return phasesOf(text, 8).map((from) => ({ how: 'base32', bytes: fromBase32(text.slice(from)) }));
}

function phasesOf(text: string, count: number): number[] {
  return Array.from({ length: Math.min(count, text.length) }, (_, phase) => phase);
}

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
