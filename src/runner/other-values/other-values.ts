import { isUtf8 } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { changePicture } from '../../graders/content/pictures/change-picture.ts';
import { isJpeg } from '../../graders/content/pictures/jpeg-header.ts';
import { isPng } from '../../graders/content/pictures/png-chunks.ts';
import { isDatabase } from './change-database.ts';
import { changePdf, isPdf } from './change-pdf.ts';
import { changeText } from './change-text.ts';
import { changeZip, isZip } from './change-zip.ts';
import type { OtherValue } from './other-value.ts';

const MOST_BYTES = 16 * 1024 ** 2;

/**
 * Versions of a file that have one value changed, as its format has values, so that it still opens. SQLite alone changes
 * a database: see `changeDatabase`.
 */
export async function otherValues(content: Uint8Array, most: number): Promise<OtherValue[]> {
  const file = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (file.length === 0 || file.length > MOST_BYTES || isDatabase(file)) return [];
  if (isPng(file) || isJpeg(file)) return await inPicture(file);
  if (isPdf(file)) return changePdf(file, most);
  if (isZip(file)) return await changeZip(file, most, otherValues);
  if (file.readUInt16BE(0) === GZIP) return await inGzip(file, most);
  if (isUtf8(file) && !file.includes(0)) return inText(file.toString(), most);
  return [withByteChanged(file, Math.floor(file.length / 2))];
}

const GZIP = 0x1f8b;

async function inPicture(file: Buffer): Promise<OtherValue[]> {
  const changed = await changePicture(file);
  return changed === null ? [] : [{ what: `has other colours ${changed.area}`, bytes: changed.bytes }];
}

async function inGzip(file: Buffer, most: number): Promise<OtherValue[]> {
  try {
    const inside = gunzipSync(file, { maxOutputLength: MOST_BYTES });
    const others = await otherValues(inside, most);
    return others.map(({ what, bytes }) => ({ what, bytes: gzipSync(bytes) }));
  } catch {
    // What cannot be unpacked, or is too large, is left as it is.
    return [];
  }
}

/** A text without any value gets one. */
function inText(text: string, most: number): OtherValue[] {
  const others = changeText(text, most);
  return others.length > 0 ? others : [{ what: 'has "x" added at its end', bytes: Buffer.from(`${text}x`) }];
}

function withByteChanged(file: Buffer, at: number): OtherValue {
  const bytes = Buffer.from(file);
  const old = bytes.readUInt8(at);
  bytes.writeUInt8(old ^ 0xff, at);
  return { what: `has byte ${at} changed from ${old} to ${old ^ 0xff}`, bytes };
}
