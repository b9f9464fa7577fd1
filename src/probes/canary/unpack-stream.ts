import { constants, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { endOfZstd } from './zstd-frames.ts';

export type Unpacked = { kind: 'unpacked'; bytes: Uint8Array; used: number } | { kind: 'broken' | 'larger' };

export type Packing = 'gzip' | 'zlib' | 'zip' | 'zstd';

type Options = {
  /** A stream that needs more input than this is `larger`. */
  maxInputLength: number;
  maxOutputLength: number;
  /** A stream that breaks off still gives what came before. */
  mayBreakOff: boolean;
};

/** Unpacks a stream from its first packed byte on; `used` is the number of packed bytes. */
export function unpackStream(
  how: Packing,
  packed: Uint8Array,
  { maxInputLength, maxOutputLength, mayBreakOff }: Options,
): Unpacked {
  const isCut = packed.length > maxInputLength;
  try {
    if (how === 'zstd') {
      return {
        kind: 'unpacked',
        bytes: zstdDecompressSync(packed, { maxOutputLength }),
        used: endOfZstd(packed),
      };
    }
    const finishFlush = mayBreakOff ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
    const input = packed.subarray(0, maxInputLength);
    const inflated: unknown = inflateRawSync(input, { maxOutputLength, finishFlush, info: true });
    if (!isInflated(inflated)) return { kind: 'broken' };
    if (isCut && inflated.engine.bytesWritten === input.length) return { kind: 'larger' };
    return { kind: 'unpacked', bytes: inflated.buffer, used: inflated.engine.bytesWritten };
  } catch (cause) {
    return { kind: isTooLarge(cause) || (isCut && endedEarly(cause)) ? 'larger' : 'broken' };
  }
}

/** The package's types do not know how the option `info` changes the result. */
function isInflated(value: unknown): value is { buffer: Uint8Array; engine: { bytesWritten: number } } {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;
}

function endedEarly(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'Z_BUF_ERROR';
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}
