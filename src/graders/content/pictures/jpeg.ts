import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import decode, { init } from '@jsquash/jpeg/decode.js';
import { messageOf } from '../../../base/assay-error.ts';
import { jpegSize } from './jpeg-header.ts';
import { type Picture, PictureError } from './picture.ts';

/** Node has `WebAssembly`, but its types leave the declaration to the DOM library. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

const DECODER = createRequire(import.meta.url).resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm');

/** Decodes a JPEG in WebAssembly, so that a fault of the decoder's reaches nothing but its own memory. */
export async function readJpeg(file: Buffer): Promise<Picture> {
  const size = jpegSize(file);
  const pixels = await pixelsOf(file);
  if (pixels.length !== size.width * size.height * 4)
    throw new PictureError('is damaged: it has another size than its header says');
  return { format: 'jpeg', ...size, pixels };
}

async function pixelsOf(file: Buffer): Promise<Uint8ClampedArray> {
  // What is missing from a scan is grey to the decoder, which only says so.
  const complaints: string[] = [];
  // Memory of WebAssembly never becomes smaller, and a decoder that gave up does not clear away.
  await init({ instantiateWasm, ...{ printErr: (line: string) => complaints.push(line) } });
  try {
    const { data }: { data: Uint8ClampedArray } = await decode(Uint8Array.from(file).buffer);
    if (complaints.length === 0) return data;
  } catch (error) {
    complaints.push(messageOf(error));
  }
  throw new PictureError(`is damaged: ${complaints[0]}`);
}

let compiled: object | null = null;

/** The decoder itself would fetch its code, as in a browser. */
function instantiateWasm(imports: object, use: (instance: object) => void): object {
  compiled ??= new WebAssembly.Module(readFileSync(DECODER));
  const instance = new WebAssembly.Instance(compiled, imports);
  use(instance);
  return instance.exports;
}
