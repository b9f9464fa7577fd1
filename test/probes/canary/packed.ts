import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** Bytes that look random and are the same in every run. */
export function randomBytes(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${length} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

type MemberOptions = { flags?: number; method?: number };

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
