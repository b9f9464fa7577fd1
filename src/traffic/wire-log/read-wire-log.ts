import { zstdDecompressSync } from 'node:zlib';
import { AssayError } from '../../base/assay-error.ts';
import type { WireExchange } from '../../contracts/wire-log.ts';
import { readFrames } from './frame.ts';

/** The most that is recorded of a trial, with room for the head line of each exchange. */
const MAX_LOG_BYTES = 1024 ** 3;

export function readWireLog(content: Uint8Array): WireExchange[] {
  return readFrames(unpackStored(content, 'raw wire'));
}

/** Unpacks stored content. The error says `what` cannot be unpacked. */
export function unpackStored(content: Uint8Array, what: string): Buffer {
  try {
    return zstdDecompressSync(content, { maxOutputLength: MAX_LOG_BYTES });
  } catch (cause) {
    throw new AssayError('STORE_UNUSABLE', `The ${what} on record cannot be unpacked.`, { cause });
  }
}
