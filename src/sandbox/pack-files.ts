import { buffer } from 'node:stream/consumers';
import { type Header, pack } from 'tar-stream';
import type { SandboxContents, SandboxEntry, SandboxFile } from './sandbox.ts';

type Entry = {
  path: string;
  header: Pick<Header, 'type' | 'mode'> & Partial<Pick<Header, 'linkname'>>;
  content: Uint8Array;
};

const NOTHING = new Uint8Array();
const BLOCK = 512;
/** What others need comes before them, and links last: no file is written through one. */
const ORDER = ['directory', 'file', 'link', 'fifo', 'symlink'] as const satisfies readonly Header['type'][];
const TYPES = { folder: 'directory', file: 'file', pipe: 'fifo' } as const;

/** A tar with names relative to `/`. Whoever unpacks it owns what is in it. */
export async function packContents({ files, entries = [] }: SandboxContents): Promise<Buffer> {
  const all = [...entries.map(packedEntry), ...files.map(packedFile)];
  const packed: Buffer[] = [];
  for (const type of ORDER) {
    const ofType = all.filter(({ header }) => header.type === type);
    for (const entry of ofType.filter((one) => !isText(one))) packed.push(await packByBytes(entry));
    packed.push(await packText(ofType.filter(isText)));
  }
  return Buffer.concat([...packed, Buffer.alloc(2 * BLOCK)]);
}

export async function packFiles(files: readonly SandboxFile[]): Promise<Buffer> {
  return await packContents({ files });
}

function packedFile({ path, content, executable }: SandboxFile): Entry {
  return { path, content, header: { type: 'file', mode: executable ? 0o755 : 0o644 } };
}

function packedEntry(entry: SandboxEntry): Entry {
  return { path: entry.path, content: NOTHING, header: headerOf(entry) };
}

function headerOf(entry: SandboxEntry): Entry['header'] {
  if (entry.kind === 'link') return { type: 'symlink', mode: 0o777, linkname: entry.target };
  if (entry.kind === 'name') return { type: 'link', mode: 0o644, linkname: entry.of.slice(1) };
  const type = TYPES[entry.kind];
  // The package takes 0 for no mode at all.
  const shut = 0o200;
  return { type, mode: entry.isReadable ? (type === 'directory' ? 0o755 : 0o644) : shut };
}

function isText({ path, header: { linkname } }: Entry): boolean {
  return path.isWellFormed() && (linkname ?? '').isWellFormed();
}

/** Without an end, so that another tar can follow. */
async function packText(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { path, header, content } of entries) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    archive.entry({ name: path.slice(1), ...header }, bytes);
  }
  archive.finalize();
  return (await buffer(archive)).subarray(0, -2 * BLOCK);
}

async function packByBytes({ path, header, content }: Entry): Promise<Buffer> {
  const { linkname } = header;
  const named = linkname === undefined ? header : { ...header, linkname: 'named-before' };
  return Buffer.concat([
    ...(linkname === undefined ? [] : [nameRecord('K', bytesOf(linkname))]),
    nameRecord('L', bytesOf(path.slice(1))),
    await packText([{ path: '/named-before', header: named, content }]),
  ]);
}

/** A name that is not UTF-8 has its bytes as lone surrogates. The package would make two such names one. */
function bytesOf(name: string): Buffer {
  const pieces = Array.from(name, (character) =>
    character.isWellFormed() ? Buffer.from(character) : Buffer.of(character.charCodeAt(0) & 0xff),
  );
  return Buffer.concat(pieces);
}

/** GNU tar, "Basic Tar Format": an entry of type L holds the name of the entry after it, byte for byte; of type K, its target. */
function nameRecord(type: 'K' | 'L', name: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write('././@LongLink', 0);
  header.write(`${(name.length + 1).toString(8).padStart(11, '0')}`, 124);
  header.write(`        ${type}`, 148);
  header.write('ustar  ', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, name, Buffer.alloc(BLOCK - (name.length % BLOCK))]);
}
