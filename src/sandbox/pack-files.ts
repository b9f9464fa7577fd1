import { buffer } from 'node:stream/consumers';
import { type Header, pack } from 'tar-stream';
import type { SandboxContents, SandboxFile } from './sandbox.ts';

type Entry = {
  path: string;
  header: Partial<Pick<Header, 'type' | 'mode' | 'linkname'>>;
  content: Uint8Array;
};

const NOTHING = new Uint8Array();

/** A tar with names relative to `/`. Whoever unpacks it owns what is in it. Links come last: no file is written through one. */
export async function packContents({ files, folders, links }: SandboxContents): Promise<Buffer> {
  return await packEntries([
    ...folders.map((path) => ({
      ...{ path, content: NOTHING },
      header: { type: 'directory' as const, mode: 0o755 },
    })),
    ...files.map(({ path, content, executable }) => ({
      ...{ path, content },
      header: { type: 'file' as const, mode: executable ? 0o755 : 0o644 },
    })),
    ...links.map(({ path, target }) => ({
      ...{ path, content: NOTHING },
      header: { type: 'symlink' as const, linkname: target },
    })),
  ]);
}

export async function packFiles(files: readonly SandboxFile[]): Promise<Buffer> {
  return await packContents({ files, folders: [], links: [] });
}

async function packEntries(entries: readonly Entry[]): Promise<Buffer> {
  const isText = ({ path }: Entry) => path.isWellFormed();
  const packed: Buffer[] = [];
  for (const entry of entries.filter((one) => !isText(one))) packed.push(await packByBytes(entry));
  return Buffer.concat([...packed, await packText(entries.filter(isText))]);
}

async function packText(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { path, header, content } of entries) {
    archive.entry({ name: path.slice(1), ...header }, Buffer.from(content));
  }
  archive.finalize();
  return buffer(archive);
}

/** Without an end, so that another tar can follow. */
async function packByBytes(entry: Entry): Promise<Buffer> {
  const packed = await packText([{ ...entry, path: '/named-before' }]);
  return Buffer.concat([nameRecord(bytesOf(entry.path.slice(1))), packed.subarray(0, -2 * BLOCK)]);
}

/** A name that is not UTF-8 has its bytes as lone surrogates. The package would make two such names one. */
function bytesOf(name: string): Buffer {
  const pieces = Array.from(name, (character) =>
    character.isWellFormed() ? Buffer.from(character) : Buffer.of(character.charCodeAt(0) & 0xff),
  );
  return Buffer.concat(pieces);
}

const BLOCK = 512;

/** GNU tar, "Basic Tar Format": an entry of type L holds the name of the entry after it, byte for byte. */
function nameRecord(name: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write('././@LongLink', 0);
  header.write(`${(name.length + 1).toString(8).padStart(11, '0')}`, 124);
  header.write('        L', 148);
  header.write('ustar  ', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, name, Buffer.alloc(BLOCK - (name.length % BLOCK))]);
}
