import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import type { SandboxFile } from './sandbox.ts';

/** A tar of the files, with names relative to `/`. Whoever unpacks it owns them. */
export async function packFiles(files: readonly SandboxFile[]): Promise<Buffer> {
  const isText = ({ path }: SandboxFile) => path.isWellFormed();
  const others = await Promise.all(files.filter((file) => !isText(file)).map(packByBytes));
  return Buffer.concat([...others, await packText(files.filter(isText))]);
}

async function packText(files: readonly SandboxFile[]): Promise<Buffer> {
  const archive = pack();
  for (const { path, content, executable } of files) {
    archive.entry({ name: path.slice(1), mode: executable ? 0o755 : 0o644 }, Buffer.from(content));
  }
  archive.finalize();
  return buffer(archive);
}

/** Without an end, so that another tar can follow. */
async function packByBytes(file: SandboxFile): Promise<Buffer> {
  const entry = await packText([{ ...file, path: '/named-before' }]);
  return Buffer.concat([nameRecord(bytesOf(file.path.slice(1))), entry.subarray(0, -2 * BLOCK)]);
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
