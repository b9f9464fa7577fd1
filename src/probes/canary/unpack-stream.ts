import { constants, inflateRawSync, zstdDecompressSync } from 'node:zlib';

export type Unpacked = { kind: 'unpacked'; bytes: Uint8Array; used: number } | { kind: 'broken' | 'larger' };

export type Packing = 'gzip' | 'zlib' | 'zip' | 'zstd';

type Options = {
  maxOutputLength: number;
  /** A stream that breaks off still gives what came before. */
  mayBreakOff: boolean;
};

/** The bytes of a stream from the first packed one on; `used` says how many there were. */
export function unpack(
  how: Packing,
  packed: Uint8Array,
  { maxOutputLength, mayBreakOff }: Options,
): Unpacked {
  try {
    if (how === 'zstd') {
      return {
        kind: 'unpacked',
        bytes: zstdDecompressSync(packed, { maxOutputLength }),
        used: packed.length,
      };
    }
    const finishFlush = mayBreakOff ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
    const inflated: unknown = inflateRawSync(packed, { maxOutputLength, finishFlush, info: true });
    if (!isInflated(inflated)) return { kind: 'broken' };
    return { kind: 'unpacked', bytes: inflated.buffer, used: inflated.engine.bytesWritten };
  } catch (cause) {
    return { kind: isTooLarge(cause) ? 'larger' : 'broken' };
  }
}

/** The package's types do not know what the option `info` makes of the result. */
function isInflated(value: unknown): value is { buffer: Uint8Array; engine: { bytesWritten: number } } {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}
