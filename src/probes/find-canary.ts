import { Buffer } from 'node:buffer';

/**
 * Searches a text for a canary, plain or disguised, and says how it was disguised. Letter case and whatever is not a
 * letter or digit count for nothing, so that a value split over lines or quotes is found, and a canary must be long
 * enough (32 random hex digits) not to turn up by chance.
 */
export function findCanary(value: string, text: string): Disguise | null {
  const haystacks = [fold(text), fold(decodeEscapes(text))];
  const isFound = (needle: string) => haystacks.some((haystack) => haystack.includes(fold(needle)));
  return DISGUISES.find(({ forms }) => forms(value).some(isFound))?.name ?? null;
}

export type Disguise = (typeof DISGUISES)[number]['name'];

const DISGUISES = [
  { name: 'plain', forms: (value: string) => [value] },
  { name: 'base64', forms: (value: string) => [0, 1, 2].map((shift) => base64(value, shift)) },
  { name: 'hex', forms: (value: string) => [Buffer.from(value).toString('hex')] },
  { name: 'reversed', forms: (value: string) => [[...value].reverse().join('')] },
  { name: 'rot13', forms: (value: string) => [rot13(value)] },
] as const;

/** Drops what tells Base64 from its URL-safe alphabet too. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Percent-encoding, and the escapes of shells and programming languages. */
function decodeEscapes(text: string): string {
  return text
    .replaceAll(/(?:%|\\x|\\u00|0x)([0-9a-f]{2})/gi, (_escape, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    .replaceAll(/\\[nrt]/g, ' ');
}

/** Of a value that begins `shift` bytes into a group of three: only the characters that its neighbours leave alone. */
function base64(value: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
  const [first, end] = [Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return bytes.toString('base64').slice(first, end);
}

function rot13(value: string): string {
  return value.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
