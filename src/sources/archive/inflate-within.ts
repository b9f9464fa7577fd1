import { createInflateRaw } from 'node:zlib';

/** `packedBytes` is where the deflated data ends, whatever follows it. */
type Inflated = { content: Uint8Array; packedBytes: number };

/** Inflates what begins here. Returns `null` if it is larger than `maxBytes`. */
export async function inflateWithin(packed: Uint8Array, maxBytes: number): Promise<Inflated | null> {
  const inflater = createInflateRaw();
  inflater.end(packed);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of inflater) {
    if (!(chunk instanceof Uint8Array)) continue;
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) return null;
  }
  return { content: Buffer.concat(chunks), packedBytes: inflater.bytesWritten };
}
