/**
 * Removes letter case and everything but ASCII letters and digits: separators, line breaks, quotes, invisible
 * characters, and the zeros of UTF-16 in either byte order. Each letter or digit becomes a number from 1.
 */
export function fold(bytes: Uint8Array): Uint8Array {
  return kept(bytes, CODES);
}

/** Does the same but keeps the letters as they are. */
export function withoutSeparators(bytes: Uint8Array): Uint8Array {
  return kept(bytes, LETTERS);
}

function kept(bytes: Uint8Array, codes: Uint8Array): Uint8Array {
  const left = new Uint8Array(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    const code = codes[byte] ?? 0;
    if (code > 0) left[length++] = code;
  }
  return left.subarray(0, length);
}

const CODES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase();
  return byte < 128 && /[0-9a-z]/.test(character) ? Number.parseInt(character, 36) + 1 : 0;
});

const LETTERS = CODES.map((code, byte) => (code > 0 ? byte : 0));
