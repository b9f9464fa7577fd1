import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Bytes that look random and are the same in every run. */
export function randomBytes(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${length} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

type MemberOptions = { flags?: number; method?: number };

type PictureOptions = {
  /** Bytes that stand behind the rows, in the same stream. */
  surplus?: Uint8Array;
  /** A header may tell fewer rows than there are. */
  toldHeight?: number;
  isInterlaced?: boolean;
  /** What stands in the place of the packed rows. */
  packed?: Uint8Array;
  isAnimated?: boolean;
};

/** A picture of gray pixels whose packed rows are cut into chunks; each row is what differs from the pixel to the left. */
export function pngOf(
  pixels: Uint8Array,
  width: number,
  chunkBytes: number,
  { surplus = Buffer.alloc(0), toldHeight, isInterlaced, packed: told, isAnimated }: PictureOptions = {},
): Buffer {
  const height = pixels.length / width;
  const row = (at: number) => pixels.subarray(at * width, (at + 1) * width);
  const filtered = Array.from({ length: height }, (_, at) => [
    Buffer.of(1),
    Buffer.from(row(at)).map((pixel, column) => pixel - (row(at)[column - 1] ?? 0)),
  ]);
  const packed = told ?? deflateSync(Buffer.concat([...filtered.flat(), surplus]));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(toldHeight ?? height, 4);
  header[8] = 8;
  header[12] = isInterlaced ? 1 : 0;
  const pieces = Array.from({ length: Math.ceil(packed.length / chunkBytes) }, (_, at) =>
    pngChunk('IDAT', packed.subarray(at * chunkBytes, (at + 1) * chunkBytes)),
  );
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const frames = isAnimated ? [pngChunk('fdAT', Buffer.concat([Buffer.alloc(4), packed]))] : [];
  const end = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, pngChunk('IHDR', header), ...pieces, ...frames, end]);
}

/** The characters of the text are its pixels. */
export function picture(text: string, options?: PictureOptions): Buffer {
  return pngOf(Buffer.from(text.padEnd(128 * 64)), 128, 1000, options);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** The local members of a zip, which is all that an unpacker needs. */
export function zipOf(
  members: Record<string, string | Uint8Array>,
  { flags = 0, method = 8 }: MemberOptions = {},
): Buffer {
  return Buffer.concat(
    Object.entries(members).flatMap(([name, content]) => {
      const packed = deflateRawSync(content);
      const header = Buffer.alloc(30);
      header.writeUInt32BE(0x504b0304, 0);
      header.writeUInt16LE(flags, 6);
      header.writeUInt16LE(method, 8);
      header.writeUInt32LE(packed.length, 18);
      header.writeUInt32LE(Buffer.from(content).length, 22);
      header.writeUInt16LE(name.length, 26);
      return [header, Buffer.from(name), packed];
    }),
  );
}
