import { Buffer, isUtf8 } from 'node:buffer';

const SHORTEST = 32;
const FULL_ENTROPY_FROM = 512;

/** Formats that hold something which nobody here can open. */
const SEALED: readonly (readonly [string, string])[] = [
  ['BZh91AY&SY', 'bzip2'],
  ['\xfd7zXZ\0', 'xz'],
  ['7z\xbc\xaf\x27\x1c', '7z'],
  ['Rar!\x1a\x07', 'rar'],
  ['Salted__', 'OpenSSL encryption'],
  ['-----BEGIN PGP MESSAGE', 'PGP encryption'],
  ['age-encryption.org/', 'age encryption'],
];

/**
 * `text` is at least what it says, and `bytes` are a file's, which may hide anything. A `body` and a `stream` were sent: of
 * few bytes that are no text nobody can say what they are, and of a stream without a known protocol of no number of them.
 * `framing` is what a protocol is made of, which may look like anything; what it may hold packed is searched by itself.
 */
export type Form = 'text' | 'bytes' | 'body' | 'stream' | 'framing';

/** Why bytes cannot be searched as they are; `null` where they can. */
export function whyOpaque(bytes: Uint8Array, form: Form): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sealed = SEALED.find(([magic]) => text.includes(magic, 0, 'latin1'));
  if (sealed !== undefined) return `it holds ${sealed[1]}`;
  const isStrange = (form === 'body' && bytes.length < FULL_ENTROPY_FROM) || form === 'stream';
  if (isStrange && !isUtf8(bytes)) return 'it is no text, and of no known form';
  return form !== 'text' && looksRandom(bytes) ? 'it is packed or encrypted in an unknown way' : null;
}

/** Text is never as even as random bytes are, nor are programs, tables and plain pictures. */
function looksRandom(bytes: Uint8Array): boolean {
  if (bytes.length < SHORTEST) return false;
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const printable = counts.subarray(0x20, 0x7f).reduce((sum, count) => sum + count, 0);
  if (printable > 0.75 * bytes.length) return false;
  if (bytes.length < FULL_ENTROPY_FROM) {
    const expected = 256 * (1 - (255 / 256) ** bytes.length);
    return counts.filter((count) => count > 0).length > 0.9 * expected;
  }
  // The mean entropy of random bytes falls short of eight bits by this much where there are few of them (Miller 1955).
  const shortfall = 255 / (2 * bytes.length * Math.LN2);
  return entropyOf(counts, bytes.length) > 7.75 - shortfall;
}

function entropyOf(counts: Uint32Array, total: number): number {
  return counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log2(count / total)),
    0,
  );
}
