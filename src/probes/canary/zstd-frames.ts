import { Buffer } from 'node:buffer';

const MAGIC = 0xfd2fb528;
const REPEATED = 1;

/**
 * Where the frames at the start of a stream end (RFC 8878, section 3.1.1). Skippable
 * frames behind them do not count.
 */
export function endOfZstd(bytes: Uint8Array): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at + 6 <= view.length && view.readUInt32LE(at) === MAGIC) at = endOfFrame(view, at);
  return Math.min(at, view.length);
}

function endOfFrame(view: Buffer, start: number): number {
  const descriptor = view[start + 4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  let at = start + 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes;
  for (let isLast = false; !isLast && at + 3 <= view.length; ) {
    const header = view.readUIntLE(at, 3);
    const type = (header >> 1) & 3;
    isLast = (header & 1) !== 0;
    at += 3 + (type === REPEATED ? 1 : header >> 3);
  }
  return at + ((descriptor & 4) === 0 ? 0 : 4);
}
