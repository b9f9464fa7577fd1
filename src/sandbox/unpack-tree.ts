import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { extract, type Header } from 'tar-stream';
import { digestOf } from '../base/digest.ts';
import type { TreeEntry } from '../contracts/evidence.ts';
import type { FileTree } from './sandbox.ts';

const KINDS: Record<string, TreeEntry['kind']> = {
  file: 'file',
  'contiguous-file': 'file',
  link: 'file',
  directory: 'directory',
  symlink: 'symlink',
};

/** The package's types do not know the first option; with it, names keep all their bytes. */
const BYTES_AS_NAMES = { filenameEncoding: 'latin1', highWaterMark: 64 * 1024 };

/** Everything in a tar whose names are relative to `/`, except the roots themselves; of one that was cut, what came whole. */
export async function unpackTree(
  archive: Buffer,
  roots: readonly string[],
  isComplete = true,
): Promise<FileTree> {
  const entries = new Map<string, TreeEntry>();
  const contents = new Map<string, Uint8Array>();
  const tar = extract(BYTES_AS_NAMES);
  tar.end(archive);
  try {
    for await (const entry of tar) {
      const { header } = entry;
      const path = pathOf(header.name);
      const own = await buffer(entry);
      const content = header.type === 'link' ? contents.get(pathOf(header.linkname ?? '')) : own;
      if (roots.includes(path)) continue;
      const described = describe(path, header, content);
      entries.set(path, described);
      if (described.kind === 'file' && content !== undefined) contents.set(path, content);
    }
  } catch (cause) {
    if (isComplete) throw cause;
  }
  return { entries: [...entries.values()], contents, isComplete };
}

function describe(path: string, header: Header, content: Uint8Array | undefined): TreeEntry {
  const kind = KINDS[header.type ?? ''] ?? 'other';
  return {
    path,
    kind,
    mode: header.mode ?? 0,
    owner: header.uid ?? null,
    size: kind === 'file' ? (content?.length ?? 0) : 0,
    digest: kind === 'file' && content !== undefined ? digestOf(content) : null,
    target: kind === 'symlink' ? textOf(header.linkname ?? '') : null,
    content: null,
  };
}

/** Of a name relative to `/`, in bytes. */
export function pathOf(name: string): string {
  return `/${textOf(name).replace(/\/$/, '')}`;
}

/** A name that is not UTF-8 keeps its bytes as lone surrogates, as in Python, so that two names never become one. */
function textOf(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  if (isUtf8(bytes)) return bytes.toString();
  return latin1.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}
