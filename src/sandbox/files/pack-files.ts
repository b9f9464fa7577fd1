import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesOfName } from '../../base/bytes-of-name.ts';
import type { SandboxContents, SandboxEntry, SandboxFile } from '../sandbox.ts';

/** `of` is the target of a link, or the first name of a file that has another one. */
type Entry = { path: string; type: Type; mode: number; of?: string; content?: Uint8Array };

/**
 * The flag of each type (POSIX.1-2017, pax, "ustar Interchange Format"). Types that others
 * depend on come first, links last.
 */
const TYPES = { folder: '5', file: '0', name: '1', pipe: '6', link: '2' } as const;
type Type = keyof typeof TYPES;

const BLOCK = 512;
const LONGEST_NAME = 100;
/** The number of bytes after which the other work of this process gets a turn. */
const PORTION_BYTES = 1024 ** 2;

/**
 * Creates a tar archive with names relative to `/`. Whoever unpacks it owns what is in it. Names may
 * be any bytes of any length: tar packages turn two names that are not UTF-8 into the same one, and
 * take quadratic time for long names.
 */
export async function packContents({ files, entries = [] }: SandboxContents): Promise<Buffer> {
  const all = [...entries.map(packedEntry), ...files.map(packedFile)];
  const packed: Uint8Array[] = [];
  let unheard = 0;
  for (const type of Object.keys(TYPES)) {
    for (const entry of all.filter((one) => one.type === type)) {
      const records = recordsOf(entry);
      packed.push(...records);
      unheard += records.reduce((sum, { length }) => sum + length, 0);
      if (unheard < PORTION_BYTES) continue;
      unheard = 0;
      await nextTurn();
    }
  }
  return Buffer.concat([...packed, Buffer.alloc(2 * BLOCK)]);
}

export async function packFiles(files: readonly SandboxFile[]): Promise<Buffer> {
  return await packContents({ files });
}

function packedFile({ path, content, executable }: SandboxFile): Entry {
  return { path, content, type: 'file', mode: executable ? 0o755 : 0o644 };
}

function packedEntry(entry: SandboxEntry): Entry {
  const { path, kind } = entry;
  if (kind === 'link') return { path, type: kind, mode: 0o777, of: entry.target };
  if (kind === 'name') return { path, type: kind, mode: 0o644, of: entry.of.slice(1) };
  const open = kind === 'folder' ? 0o755 : 0o644;
  return { path, type: kind, mode: entry.isReadable ? open : 0 };
}

function recordsOf({ path, type, mode, of = '', content = new Uint8Array() }: Entry): Uint8Array[] {
  const [name, target] = [bytesOfName(path.slice(1)), bytesOfName(of)];
  return [
    ...longName('K', target),
    ...longName('L', name),
    headerOf({ name, target, flag: TYPES[type], mode, size: content.length }),
    ...padded(content),
  ];
}

/**
 * GNU tar, "Basic Tar Format": an entry of type L holds the name of the entry after it, byte
 * for byte; type K holds its target.
 */
function longName(flag: 'K' | 'L', name: Buffer): Uint8Array[] {
  if (name.length <= LONGEST_NAME) return [];
  const ended = Buffer.concat([name, Buffer.alloc(1)]);
  const named = { name: Buffer.from('././@LongLink'), target: Buffer.alloc(0) };
  return [headerOf({ ...named, flag, mode: 0, size: ended.length }), ...padded(ended)];
}

type Header = { name: Buffer; target: Buffer; flag: string; mode: number; size: number };

function headerOf({ name, target, flag, mode, size }: Header): Buffer {
  const header = Buffer.alloc(BLOCK);
  name.copy(header, 0, 0, LONGEST_NAME);
  header.write(octal(mode, 7), 100);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  header.write(`        ${flag}`, 148);
  target.copy(header, 157, 0, LONGEST_NAME);
  header.write('ustar  ', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 6)}\0 `, 148);
  return header;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function padded(content: Uint8Array): Uint8Array[] {
  return content.length === 0 ? [] : [content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
