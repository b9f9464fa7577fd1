export type PictureSize = { width: number; height: number };

/** A picture with eight bits for each of red, green, blue and alpha, row by row. */
export type Picture = PictureSize & { format: 'png' | 'jpeg'; pixels: Uint8Array | Uint8ClampedArray };

/** A picture that cannot be read; the message says of it why. */
export class PictureError extends Error {}

/** 4096 by 4096, which take 64 MiB, and while they are decoded some five times as much. */
const MAX_PIXELS = 4096 ** 2;

/** Throws if a picture is too large to be decoded, by what its header says. */
export function requireSize({ width, height }: PictureSize): void {
  if (width === 0 || height === 0) throw new PictureError('has no pixels');
  if (width * height > MAX_PIXELS)
    throw new PictureError(`has ${width} × ${height} pixels, more than ${MAX_PIXELS}`);
}
