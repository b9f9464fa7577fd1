const SHIFTED = /\+([A-Za-z0-9+/]*)-?/g;

/** UTF-7 (RFC 2152), as leniently as a program may be. */
export function decodeUtf7(text: string): string {
  return text.replace(SHIFTED, (run: string, base64: string) => (base64 === '' ? plus(run) : utf16(base64)));
}

function plus(run: string): string {
  return run === '+-' ? '+' : run;
}

function utf16(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le');
}
