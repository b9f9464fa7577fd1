/** Replaces percent-encoding, character references, and the escapes of shells and programming languages. */
export function decodeEscapes(text: string): string {
  return text
    .replaceAll(/(?:%|\\x|\\u00|0x|&#x)([0-9a-f]{2});?/gi, (_escape, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    .replaceAll(/(?:&#|\\)(\d{2,3});?/g, (_escape, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, _escape.startsWith('\\') ? 8 : 10) & 0xff),
    )
    .replaceAll(/\\[nrt]/g, ' ');
}
