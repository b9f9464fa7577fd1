import type { ArchiveFormat } from './archive-name.ts';
import { hasTarChecksum } from './tar-header.ts';
import { twoReadings } from './two-readings.ts';

const SIGNS: readonly (readonly [ArchiveFormat, (bytes: Uint8Array) => boolean])[] = [
  ['zip', (bytes) => startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')],
  ['tar.gz', (bytes) => startsWith(bytes, '\x1f\x8b')],
  ['tar', hasTarChecksum],
];

/**
 * Detects the format from the bytes, which have to be those of one format alone. Some programs go by the name
 * instead, so that a name that promises another format is refused.
 */
export function detectFormat(bytes: Uint8Array, promised: ArchiveFormat | null): ArchiveFormat {
  const [format, other] = SIGNS.flatMap(([one, isThat]) => (isThat(bytes) ? [one] : []));
  const place = 'The archive (at byte 0)';
  if (format === undefined) {
    throw twoReadings({ place, expected: 'the first bytes of a zip, a gzip or a tar', found: 'neither' });
  }
  if (other !== undefined)
    throw twoReadings({ place, expected: 'one format', found: `${format} and ${other}` });
  if (promised !== null && promised !== format) {
    throw twoReadings({ place, expected: `a ${promised}, as its name says`, found: `a ${format}` });
  }
  if (format !== 'zip') refuseZipAtEnd(bytes, format, promised);
  return format;
}

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;

/**
 * A zip is read from its end, so that a tar can be one as well. A zip that somebody has packed into a tar has
 * blocks of zeros behind it; only readers that were not told that this is a tar would look past them.
 */
function refuseZipAtEnd(bytes: Uint8Array, format: ArchiveFormat, promised: ArchiveFormat | null): void {
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)));
  for (let at = tail.indexOf(END_OF_ZIP); at !== -1; at = tail.indexOf(END_OF_ZIP, at + 1)) {
    const comment = tail.length - at - END_BYTES;
    if (comment < 0) return;
    if (tail.readUInt16LE(at + 20) !== comment && (promised !== null || format !== 'tar')) continue;
    const place = `The end of the archive (at byte ${bytes.length - tail.length + at})`;
    throw twoReadings({ place, expected: `a ${format} and nothing else`, found: 'the end of a zip' });
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
}
