import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { messageOf } from '../../../base/assay-error.ts';
import { type Picture, PictureError } from './picture.ts';
import { type PngChunks, type PngHeader, pngChunks, pngOf } from './png-chunks.ts';

/** Decodes a PNG; of an animated one, the picture that shows where nothing moves. */
export function readPng(file: Buffer): Picture {
  const chunks = pngChunks(file);
  requireData(chunks);
  try {
    const { width, height, data } = PNG.sync.read(pngOf(chunks), { checkCRC: false });
    return { format: 'png', width, height, pixels: data };
  } catch (error) {
    throw new PictureError(`is damaged: ${messageOf(error)}`, { cause: error });
  }
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const MAX_DATA = 64 * 1024 ** 2 + 2 ** 20;

/** The package would decompress whatever comes, so that no more than the header says must come. */
function requireData({ header, data }: PngChunks): void {
  const wanted = dataLengthOf(header);
  if (wanted > MAX_DATA) throw new PictureError('has more than 64 MiB of pixels');
  const length = inflatedLength(data, wanted);
  if (length < wanted) throw new PictureError('is damaged: pixels are missing');
}

function inflatedLength(data: Buffer, maxOutputLength: number): number {
  try {
    return inflateSync(data, { maxOutputLength }).length;
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    const why = isTooLong ? 'there are more pixels than its header says' : messageOf(error);
    throw new PictureError(`is damaged: ${why}`, { cause: error });
  }
}

/** Where the seven passes of an interlaced picture begin, and the steps in which they go on. */
const PASSES = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];
const WHOLE = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];

/** The bytes of all rows, each of which begins with its filter. */
function dataLengthOf({ width, height, depth, colours, isInterlaced }: PngHeader): number {
  const pixelBits = depth * (SAMPLES[colours] ?? 0);
  return (isInterlaced ? PASSES : WHOLE)
    .map(({ x, y, stepX, stepY }) => {
      const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
      return columns <= 0 || rows <= 0 ? 0 : rows * (1 + Math.ceil((columns * pixelBits) / 8));
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
