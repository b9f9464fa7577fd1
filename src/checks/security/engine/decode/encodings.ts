export type Encoding =
  | 'base64'
  | 'base32'
  | 'hex'
  | 'url'
  | 'escapes'
  | 'rot13'
  | 'reversed'
  | 'character codes';

/** The decoded text; null if the result is binary, or the text is not of that encoding. */
export function decodeWith(encoding: Encoding, text: string): string | null {
  const decoded = DECODERS[encoding](text.trim());
  return decoded !== null && isReadable(decoded) ? decoded : null;
}

const DECODERS: Readonly<Record<Encoding, (text: string) => string | null>> = {
  base64: (text) => fromBytes(Buffer.from(text, 'base64')),
  base32: decodeBase32,
  hex: (text) => fromBytes(Buffer.from(text.replace(/0x|\\x|[^0-9a-f]/gi, ''), 'hex')),
  url: (text) => fromBytes(percentBytes(text)),
  escapes: decodeEscapes,
  rot13: (text) => text.replace(/[a-z]/gi, rotate),
  reversed: (text) => [...text].reverse().join(''),
  'character codes': decodeCharacterCodes,
};

/** PowerShell encodes commands as UTF-16, in which every other byte is zero. */
function fromBytes(bytes: Buffer): string | null {
  if (bytes.length < 2) return null;
  const isWide = bytes.length % 2 === 0 && bytes[1] === 0 && bytes[bytes.length - 1] === 0;
  return bytes.toString(isWide ? 'utf16le' : 'utf8');
}

/** All characters are visible, and nearly all of them ASCII. */
function isReadable(text: string): boolean {
  if (text.length < 3) return false;
  let ascii = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x20 && code <= 0x7e) || code === 0x09 || code === 0x0a || code === 0x0d) ascii++;
    else if (!isVisible(code)) return false;
  }
  return ascii / text.length > 0.8;
}

function isVisible(code: number): boolean {
  return (code >= 0xa1 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffc);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(text: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.replace(/[=\s]/g, '').toUpperCase()) {
    const digit = BASE32.indexOf(letter);
    if (digit === -1) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return fromBytes(Buffer.from(bytes));
}

function percentBytes(text: string): Buffer {
  return Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(String(hex), 16))),
    'latin1',
  );
}

function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u\{?([0-9a-f]{4,6})\}?|([0-7]{3}))/gi,
    (_all, hex, unicode, octal) => character(hex, 16) ?? character(unicode, 16) ?? character(octal, 8) ?? '',
  );
}

function character(digits: unknown, base: number): string | null {
  if (typeof digits !== 'string') return null;
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

function rotate(letter: string): string {
  const base = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

function decodeCharacterCodes(text: string): string | null {
  const codes = text.match(/\d{1,7}/g)?.map(Number) ?? [];
  return codes.every((code) => code <= 0x10ffff)
    ? codes.map((code) => String.fromCodePoint(code)).join('')
    : null;
}
