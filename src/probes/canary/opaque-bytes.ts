import { Buffer, isUtf8 } from 'node:buffer';

/** Fewer bytes can look random by chance. */
const SHORTEST_OPAQUE = 32;
const FULL_ENTROPY_FROM = 512;

/** Formats that nobody here can open. Programs that handle them contain their names in quotes. */
const SEALED: readonly (readonly [string, string, RegExp?])[] = [
  ['1AY&SY', 'bzip2', /BZh[1-9]1AY&SY/],
  // The name, and flags that select the checksum; those that select none are followed by their own checksum.
  ...['\x01', '\x04', '\n', '\0\xff\x12\xd9\x41'].map((flags) => [`\xfd7zXZ\0\0${flags}`, 'xz'] as const),
  ['7z\xbc\xaf\x27\x1c', '7z'],
  ['Rar!\x1a\x07', 'rar'],
  ['Salted__', 'OpenSSL encryption'],
  ['-----BEGIN PGP MESSAGE', 'PGP encryption', /-----BEGIN PGP MESSAGE-----(?!["'`<])/],
  ['age-encryption.org/', 'age encryption'],
];

/**
 * `text` is what it says at least, and `bytes` come from a file, which may hide anything; `known` bytes
 * were there before the agent started, and cannot hide what it learnt. A `body` and a `stream` were
 * sent: nobody can say what a few bytes are that are not text, nor any number of them in a stream
 * without a known protocol. `framing` belongs to a protocol, and may look random; anything in it in a
 * known format is searched all the same.
 */
export type Form = 'text' | 'bytes' | 'known' | 'body' | 'stream' | 'framing';

/** Programs start such a file in this way; anywhere else these bytes mean nothing. */
const LZMA = Buffer.from('5d0000', 'hex');

/** Why bytes cannot be searched as they are; `null` if they can. */
export function whyOpaque(bytes: Uint8Array, form: Form): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sealed = SEALED.find(
    ([magic, , shape]) =>
      text.includes(magic, 0, 'latin1') && (shape === undefined || shape.test(text.toString('latin1'))),
  );
  if (sealed !== undefined) return `it holds ${sealed[1]}`;
  if (text.subarray(0, LZMA.length).equals(LZMA)) return 'it holds lzma';
  const isStrange = (form === 'body' && bytes.length < FULL_ENTROPY_FROM) || form === 'stream';
  if (isStrange && !isUtf8(bytes)) return 'it is not text, and its form is unknown';
  const mayBeRandom = form !== 'text' && form !== 'known' && form !== 'framing';
  const isOpaque = mayBeRandom && looksRandom(bytes) && looksRandom(withoutDigests(text));
  return isOpaque ? 'it is packed or encrypted in an unknown way' : null;
}

/**
 * An entry of a git tree: mode and name, before the 20 bytes of a digest. The bound
 * on the name keeps the time linear.
 */
const GIT_ENTRY = /((?:100644|100755|120000|40000|160000) [^\0]{1,255})\0[\s\S]{20}/g;

function withoutDigests(bytes: Buffer): Uint8Array {
  return Buffer.from(bytes.toString('latin1').replaceAll(GIT_ENTRY, '$1'), 'latin1');
}

/** Random bytes are more even than text ever is, and than programs, tables and plain pictures are. */
function looksRandom(bytes: Uint8Array): boolean {
  if (bytes.length < SHORTEST_OPAQUE) return false;
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const printable = counts.subarray(0x20, 0x7f).reduce((sum, count) => sum + count, 0);
  if (printable > 0.75 * bytes.length) return false;
  if (bytes.length < FULL_ENTROPY_FROM) {
    const expected = 256 * (1 - (255 / 256) ** bytes.length);
    return counts.filter((count) => count > 0).length > 0.9 * expected;
  }
  // The mean entropy of random bytes falls short of eight bits by this much if there
  // are few of them (Miller 1955).
  const shortfall = 255 / (2 * bytes.length * Math.LN2);
  return entropyOf(counts, bytes.length) > 7.75 - shortfall;
}

function entropyOf(counts: Uint32Array, total: number): number {
  return counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - (count / total) * Math.log2(count / total)),
    0,
  );
}
