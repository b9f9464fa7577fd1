import { crc32 } from 'node:zlib';
import { inflateWithin } from './inflate-within.ts';
import { twoReadings } from './two-readings.ts';
import type { ZipContent } from './zip-contents.ts';

const STORED = 0;

/**
 * Unpacks a file of a zip that is what the directory says: as long, with its checksum, and packed into all of its bytes.
 * Programs that read a stream look for the next entry where the packed data ends.
 */
export async function unzipContent(entry: ZipContent): Promise<Uint8Array> {
  const { place, packed, method, unpackedBytes, checksum } = entry;
  const inflated =
    method === STORED
      ? { content: new Uint8Array(packed), packedBytes: packed.length }
      : await inflateWithin(packed, unpackedBytes);
  if (inflated === null || inflated.content.byteLength !== unpackedBytes) {
    const found = inflated === null ? 'more' : `${inflated.content.byteLength}`;
    throw twoReadings({ place, expected: `${unpackedBytes} bytes unpacked`, found });
  }
  if (inflated.packedBytes !== packed.length) {
    const found = `${inflated.packedBytes}, and other data after them`;
    throw twoReadings({ place, expected: `${packed.length} bytes of packed data`, found });
  }
  if (crc32(inflated.content) !== checksum) {
    throw twoReadings({
      place,
      expected: 'content with the checksum of the directory',
      found: 'another one',
    });
  }
  return inflated.content;
}
