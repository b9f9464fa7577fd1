import { linkTarget } from '../../checks/source/archive-path.ts';
import type { SourceTree, TreeFile, TreeLink } from '../loading/source-tree.ts';
import type { FileAttributes } from './attributes.ts';
import type { BlobReader } from './blob-reader.ts';

export type GitTreeLine = { mode: string; id: string; size: number; path: string };

/** Parses `git ls-tree -r -l -z`: `<mode> <type> <id> <size>`, a tab, the path and a zero byte. */
export function parseTreeListing(listing: Uint8Array): GitTreeLine[] {
  return Buffer.from(listing)
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, mode = '', id = '', size, path = ''] = /^(\d+) \w+ (\w+) +(\d+|-)\t(.+)$/s.exec(line) ?? [];
      return mode === '' ? [] : [{ mode, id, size: size === '-' ? 0 : Number(size), path }];
    });
}

const LINK = '120000';
const SUBMODULE = '160000';
const EXECUTABLE = '100755';
const MAX_TARGET_BYTES = 4096;

export async function repositoryTree(
  lines: readonly GitTreeLine[],
  readBlob: BlobReader,
  attributesOf: (path: string) => FileAttributes | undefined,
): Promise<SourceTree> {
  return {
    files: lines
      .filter(({ mode }) => mode.startsWith('100'))
      .map((line) => ({
        ...fileOf(line, readBlob),
        ...attributesOf(line.path),
      })),
    links: await Promise.all(lines.filter(({ mode }) => mode === LINK).map((line) => linkOf(line, readBlob))),
    gaps: lines.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path),
    specials: [],
    checkouts: [],
  };
}

function fileOf({ path, mode, size, id }: GitTreeLine, readBlob: BlobReader): TreeFile {
  return { path, size, executable: mode === EXECUTABLE, read: () => readBlob(id) };
}

/** git stores a link as a blob that contains its target. */
async function linkOf({ path, size, id }: GitTreeLine, readBlob: BlobReader): Promise<TreeLink> {
  if (size > MAX_TARGET_BYTES) return { path, target: null };
  const end = linkTarget(path, Buffer.from(await readBlob(id)).toString(), 'symbolic-link');
  return { path, target: 'path' in end ? end.path : null };
}
