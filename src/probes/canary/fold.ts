/**
 * What is left of bytes once letter case and everything but ASCII letters and digits are gone: separators, line breaks,
 * quotes, invisible characters, and the zeros of UTF-16 in either order. Each letter or digit becomes a number from 1.
 */
export function fold(bytes: Uint8Array): Uint8Array {
  const folded = new Uint8Array(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    const code = CODES[byte] ?? 0;
    if (code > 0) folded[length++] = code;
  }
  return folded.subarray(0, length);
}

const CODES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  return byte < 128 && /[0-9a-z]/.test(character) ? Number.parseInt(character, 36) + 1 : 0;
});
