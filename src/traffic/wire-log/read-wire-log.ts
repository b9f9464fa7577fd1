import { zstdDecompressSync } from 'node:zlib';
import { AssayError } from '../../base/assay-error.ts';
import type { WireExchange } from '../../contracts/wire-log.ts';
import { readFrames } from './frame.ts';

/** A log is never longer than what is recorded of a trial, with a line for each exchange. */
const MAX_LOG_BYTES = 1024 ** 3;

export function readWireLog(content: Uint8Array): WireExchange[] {
  return readFrames(unpackStored(content, 'raw wire'));
}

/** An error names `what` is on record and cannot be unpacked. */
export function unpackStored(content: Uint8Array, what: string): Buffer {
  try {
    return zstdDecompressSync(content, { maxOutputLength: MAX_LOG_BYTES });
  } catch (cause) {
    throw new AssayError('STORE_UNUSABLE', `The ${what} on record cannot be unpacked.`, { cause });
  }
}
