import { PictureError, type PictureSize, requireSize } from './picture.ts';

/** A hostile file may have a million scans, over all pixels each; encoders write some ten. */
const MAX_SCANS = 100;

const END = 0xd9;
const SCAN = 0xda;

export function isJpeg(file: Buffer): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
}

/** Follows the markers of a JPEG to its end, without decoding anything; see annex B of ITU-T T.81. */
export function jpegSize(file: Buffer): PictureSize {
  let size: PictureSize | null = null;
  let scans = 0;
  for (const { marker, content } of segmentsIn(file)) {
    if (marker === SCAN) scans += 1;
    if (scans > MAX_SCANS) throw new PictureError(`has more than ${MAX_SCANS} scans`);
    if (!isFrame(marker)) continue;
    if (size !== null || content.length < 5) throw new PictureError('is damaged: its header is wrong');
    size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    requireSize(size);
  }
  if (size === null || scans === 0) throw new PictureError('is damaged: it has no pixels');
  return size;
}

function* segmentsIn(file: Buffer): Generator<{ marker: number; content: Buffer }> {
  for (let at = 2; ; ) {
    const start = markerAt(file, at);
    const marker = file[start] ?? 0;
    if (marker === END) return;
    const end = start + 3 <= file.length ? start + 1 + file.readUInt16BE(start + 1) : Infinity;
    if (end > file.length) throw cutShort();
    if (end < start + 3) throw new PictureError('is damaged: a part of it has no length');
    yield { marker, content: file.subarray(start + 3, end) };
    at = marker === SCAN ? endOfScan(file, end) : end;
  }
}

/** The place of the marker itself, before which any number of bytes 0xff may stand. */
function markerAt(file: Buffer, from: number): number {
  let at = from;
  while (file[at] === 0xff) at += 1;
  if (at >= file.length) throw cutShort();
  if (at === from) throw new PictureError('is damaged: something stands between its parts');
  return at;
}

/** Within a scan, 0xff is followed by a zero or a marker to restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at++) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw cutShort();
}

/** The markers of frames leave out those of tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function cutShort(): PictureError {
  return new PictureError('is cut short');
}
