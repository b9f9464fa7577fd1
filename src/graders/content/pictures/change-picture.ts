import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import encode, { init } from '@jsquash/jpeg/encode.js';
import { PNG } from 'pngjs';
import type { Picture } from './picture.ts';
import { readPicture } from './read-picture.ts';

/** Node has `WebAssembly`, but its types leave the declaration to the DOM library. */
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };

const ENCODER = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');

/**
 * The same picture with other colours in its middle ninth, in the same format; `null` if it cannot be read. Half of their
 * range is added to them, which no colour stays the same with.
 */
export async function changePicture(bytes: Uint8Array): Promise<{ area: string; bytes: Uint8Array } | null> {
  const picture = await readPicture(bytes);
  if ('fault' in picture) return null;
  const { width, height } = picture;
  const [left, right] = thirdsOf(width);
  const [top, bottom] = thirdsOf(height);
  const pixels = Uint8ClampedArray.from(picture.pixels);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) recolour(pixels, 4 * (y * width + x));
  const area = `from ${left}, ${top} to ${right}, ${bottom}`;
  return { area, bytes: await written({ ...picture, pixels }) };
}

function thirdsOf(length: number): [number, number] {
  return [Math.floor(length / 3), Math.ceil((2 * length) / 3)];
}

function recolour(pixels: Uint8ClampedArray, at: number): void {
  for (const place of [at, at + 1, at + 2]) pixels[place] = ((pixels[place] ?? 0) + 128) % 256;
  // What cannot be seen would not be changed.
  pixels[at + 3] = 255;
}

async function written({ format, width, height, pixels }: Picture): Promise<Uint8Array> {
  if (format === 'png') {
    const png = new PNG({ width, height });
    png.data = Buffer.from(pixels);
    return PNG.sync.write(png);
  }
  await init(new WebAssembly.Module(readFileSync(ENCODER)));
  const data = Uint8ClampedArray.from(pixels);
  return Buffer.from(await encode({ data, width, height, colorSpace: 'srgb' }));
}
