import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { messageOf } from '../../base/assay-error.ts';
import type { FetchFailure } from '../../contracts/fetched.ts';

export type Decoded = { body: Uint8Array<ArrayBuffer> } | { reason: FetchFailure; detail: string };

const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** No encoding is requested. If a server applies one anyway, it is decoded, but never past the limit. */
export async function decodeBody(
  body: Uint8Array<ArrayBuffer>,
  encoding: string,
  maxBytes: number,
): Promise<Decoded> {
  if (encoding === '' || encoding === 'identity') return { body };
  const decode = DECODERS.get(encoding);
  if (decode === undefined) return { reason: 'encoding-broken', detail: 'the content encoding is unknown' };
  try {
    return { body: await decode(body, { maxOutputLength: maxBytes }) };
  } catch (thrown) {
    if (thrown instanceof RangeError) return tooLarge(maxBytes);
    return { reason: 'encoding-broken', detail: messageOf(thrown) };
  }
}

export function tooLarge(maxBytes: number): { reason: FetchFailure; detail: string } {
  return { reason: 'too-large', detail: `more than ${maxBytes} bytes` };
}
