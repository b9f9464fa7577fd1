import type { Readable } from 'node:stream';

export type Peek = { bytes: Buffer; isEnded: boolean };

/**
 * Returns the first bytes of a stream, until `isEnough` accepts them or there are `maxBytes`. They stay in the stream,
 * unless it has ended. Nothing else may read from it in the meantime.
 */
export function peek(
  stream: Readable,
  isEnough: (bytes: Buffer) => boolean,
  maxBytes: number,
): Promise<Peek> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    const settle = (isEnded: boolean) => {
      stream.off('readable', onReadable);
      for (const event of ENDINGS) stream.off(event, onEnd);
      if (!isEnded) stream.unshift(bytes);
      resolve({ bytes, isEnded });
    };
    const onEnd = () => settle(true);
    const onReadable = () => {
      for (let chunk: unknown = stream.read(); chunk instanceof Buffer; chunk = stream.read()) {
        bytes = Buffer.concat([bytes, chunk]);
        if (isEnough(bytes) || bytes.length >= maxBytes) return settle(false);
      }
    };
    stream.on('readable', onReadable);
    for (const event of ENDINGS) stream.on(event, onEnd);
  });
}

const ENDINGS = ['end', 'close', 'error'] as const;
