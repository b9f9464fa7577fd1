import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  /** Bytes are a name in no encoding that the zip would name. */
  name: string | Uint8Array;
  content?: string | Uint8Array;
  /** Unix mode with its file type bits; left out, the zip says nothing of modes. */
  mode?: number;
  /** What the directory claims, where it is to be a lie. */
  claimedSize?: number;
  isEncrypted?: boolean;
  method?: number;
  /** Attributes of DOS; left out, there are none. */
  attributes?: number;
  versionNeeded?: number;
  /** Flags beside those of UTF-8 and encryption. */
  flags?: number;
  /** The extra fields of both headers. */
  extra?: Uint8Array;
  /** Data after the end of the packed content, which counts as content. */
  packedSuffix?: string;
};

const UTF8_NAMES = 0x800;
const ENCRYPTED = 0x1;
const DEFLATED = 8;
const MADE_ON_UNIX = 3 << 8;

/** A zip with exactly these entries, however bad they are. No package writes hostile ones. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = recordsOf(entry, offset);
    locals.push(local);
    directory.push(central);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]));
}

function recordsOf(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(entry.name);
  const content = Buffer.from(entry.content ?? '');
  const packed = Buffer.concat([deflateRawSync(content), Buffer.from(entry.packedSuffix ?? '')]);
  const extra = entry.extra ?? new Uint8Array();
  const common = Buffer.alloc(26);
  common.writeUInt16LE(entry.versionNeeded ?? 20, 0);
  const isText = typeof entry.name === 'string';
  const flags = (isText ? UTF8_NAMES : 0) | (entry.isEncrypted ? ENCRYPTED : 0) | (entry.flags ?? 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(entry.method ?? DEFLATED, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(entry.claimedSize ?? content.length, 18);
  common.writeUInt16LE(name.length, 22);
  common.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((((entry.mode ?? 0) << 16) | (entry.attributes ?? 0)) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(entry.mode === undefined ? 0 : MADE_ON_UNIX);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, extra, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, common, rest, name, extra]),
  };
}
