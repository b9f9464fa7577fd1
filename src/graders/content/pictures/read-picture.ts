import { readJpeg } from './jpeg.ts';
import { isJpeg } from './jpeg-header.ts';
import { type Picture, PictureError } from './picture.ts';
import { readPng } from './png.ts';
import { isPng } from './png-chunks.ts';

/** Reads a picture, whatever its name is, or says of it why that cannot be done. */
export async function readPicture(bytes: Uint8Array): Promise<Picture | { fault: string }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    if (isPng(file)) return readPng(file);
    if (isJpeg(file)) return await readJpeg(file);
    return { fault: 'is neither a PNG nor a JPEG' };
  } catch (error) {
    if (error instanceof PictureError) return { fault: error.message };
    throw error;
  }
}
