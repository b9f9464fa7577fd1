import { crc32 } from 'node:zlib';
import { PictureError, type PictureSize, requireSize } from './picture.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export type PngHeader = PictureSize & { depth: number; colours: number; isInterlaced: boolean };

/** The parts of a PNG that make up its pixels; see https://www.w3.org/TR/png-3/#4Concepts.FormatTypes. */
export type PngChunks = { header: PngHeader; settings: readonly Buffer[]; data: Buffer };

export function isPng(file: Buffer): boolean {
  return file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Reads the chunks without decompressing any of them. Those that say something about a picture are left out. */
export function pngChunks(file: Buffer): PngChunks {
  const chunks = new Map<string, Buffer>();
  const data: Buffer[] = [];
  for (const { type, content } of chunksIn(file)) {
    if (type === 'IDAT') data.push(content);
    else if (SETTINGS.has(type) && !chunks.has(type)) chunks.set(type, content);
  }
  const settings = [...chunks].map(([type, content]) => chunkOf(type, content));
  return { header: headerIn(chunks.get('IHDR')), settings, data: Buffer.concat(data) };
}

/** A file with nothing but these chunks in it, whose checksums are not to be checked. */
export function pngOf({ settings, data }: PngChunks): Buffer {
  const chunks = [...settings, chunkOf('IDAT', data), chunkOf('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** The header comes first, as they stand in the file. */
const SETTINGS = new Set(['IHDR', 'PLTE', 'tRNS']);

function* chunksIn(file: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = SIGNATURE.length, type = ''; type !== 'IEND'; ) {
    const end = at + 12 <= file.length ? at + 12 + file.readUInt32BE(at) : Infinity;
    if (end > file.length) throw new PictureError('is cut short');
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      throw new PictureError('is damaged: a checksum in it is wrong');
    type = file.toString('latin1', at + 4, at + 8);
    yield { type, content: file.subarray(at + 8, end - 4) };
    at = end;
  }
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  return chunk;
}

/** The bits that a sample may have, by how the picture says its colours. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function headerIn(chunk: Buffer | undefined): PngHeader {
  if (chunk?.length !== 13) throw new PictureError('is damaged: it has no header');
  const [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)];
  const [depth = 0, colours = 0, compression, filter, interlace] = chunk.subarray(8);
  const isKnown = DEPTHS[colours]?.includes(depth) && compression === 0 && filter === 0;
  if (!isKnown || (interlace !== 0 && interlace !== 1))
    throw new PictureError('is damaged: its header says what no PNG can be');
  requireSize({ width, height });
  return { width, height, depth, colours, isInterlaced: interlace === 1 };
}
