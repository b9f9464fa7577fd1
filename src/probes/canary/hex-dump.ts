import { Buffer } from 'node:buffer';

/** An offset, a colon or none, and groups of bytes; characters may follow. */
const LINE =
  /^[ \t]{0,8}[0-9a-f]{4,16}:?[ \t]{1,8}((?:[0-9a-f]{2}){1,4}(?:[ \t]{1,2}(?:[0-9a-f]{2}){1,4}){0,63})(?![^\s|])/gim;

/** The bytes that `xxd`, `hexdump -C` and `od -tx1` show, without their offsets. */
export function dumpedBytes(text: string): Uint8Array {
  const lines = Array.from(text.matchAll(LINE), ([, bytes = '']) => bytes.replaceAll(/[ \t]/g, ''));
  return Buffer.from(lines.join(''), 'hex');
}
