import { posix } from 'node:path';
import type { TreeEntry } from '../contracts/evidence.ts';
import {
  type FileTree,
  HOME,
  type SandboxContents,
  type SandboxFile,
  type SandboxLink,
  WORKSPACE,
} from '../sandbox/sandbox.ts';

/** A workspace as graders get it, and what of it they cannot get. */
export type WorkspaceCopy = SandboxContents & { uncopied: readonly Uncopied[] };

export type Uncopied = { path: string; why: string };

/** A link keeps its name and leads nowhere, as it did for the agent: its target may exist where graders work. */
const NOWHERE = '/nonexistent';
const MOST_LINKS = 40;

/** The same in every sandbox, and nobody's to write. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/opt'];
/** Not the same where graders work, and not to be copied. */
const OF_ITS_SANDBOX = ['/dev', '/proc', '/sys', '/run', '/var'];

/**
 * Everything in a workspace but sockets by its name, so that nothing is absent for graders that was there for the agent. A link gives way
 * to the file that it leads to, because graders must not be led to where the agent cannot look.
 */
export function copyWorkspace(tree: FileTree): WorkspaceCopy {
  // Sockets hold nothing, and honest tools leave them behind.
  const entries = tree.entries.filter(({ kind }) => kind !== 'socket');
  const places = new Map(entries.map((entry) => [entry.path, entry]));
  const files: SandboxFile[] = [];
  const folders: string[] = [];
  const links: SandboxLink[] = [];
  const uncopied: Uncopied[] = [];
  for (const entry of entries.filter(({ path }) => isBelow(path, WORKSPACE))) {
    const { path } = entry;
    const copied = entry.kind === 'symlink' ? copyLink(entry, places, tree) : copyEntry(entry, tree);
    if ('content' in copied) files.push({ path, ...copied });
    else if ('target' in copied) links.push({ path, target: copied.target });
    else if ('why' in copied) uncopied.push({ path, why: copied.why });
    else folders.push(path);
  }
  return { files, folders, links, uncopied };
}

/** The files of a suite, which hold nothing else. */
export function copyOfFiles(files: SandboxContents['files']): WorkspaceCopy {
  return { files, folders: [], links: [], uncopied: [] };
}

type Copied =
  | { content: Uint8Array; executable: boolean }
  | { target: string }
  | { why: string }
  | { isFolder: true };

function copyEntry({ path, kind, mode, size }: TreeEntry, { contents }: FileTree): Copied {
  if (kind === 'directory') return { isFolder: true };
  if (kind !== 'file') return { why: 'it is a pipe or a device' };
  const content = contents.get(path);
  return content === undefined
    ? { why: `it is a file of ${size} bytes, more than is read` }
    : { content, executable: (mode & 0o100) !== 0 };
}

function copyLink({ path }: TreeEntry, places: ReadonlyMap<string, TreeEntry>, tree: FileTree): Copied {
  const end = follow(path, places);
  if (end === null) return { target: NOWHERE };
  const entry = places.get(end);
  if (entry !== undefined && entry.kind !== 'directory') return copyEntry(entry, tree);
  const isHere = end === WORKSPACE || isBelow(end, WORKSPACE);
  if (isHere) return { target: entry !== undefined || end === WORKSPACE ? end : NOWHERE };
  if (SYSTEM.some((folder) => isBelow(end, folder) || end === folder)) return { target: end };
  const isElsewhere = entry !== undefined || [HOME, '/tmp', '/'].includes(end);
  const isApart = OF_ITS_SANDBOX.some((folder) => isBelow(end, folder) || end === folder);
  return isElsewhere || isApart
    ? { why: `it is a link to ${end}, which is not copied` }
    : { target: NOWHERE };
}

/** Where a path leads once every link on it is followed; `null` where that has no end. */
function follow(path: string, places: ReadonlyMap<string, TreeEntry>): string | null {
  const ahead = partsOf(path).reverse();
  let here = '/';
  let links = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    const next = posix.join(here, part);
    const entry = places.get(next);
    if (entry?.kind !== 'symlink') {
      here = next;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) return null;
    const target = entry.target ?? '';
    if (target.startsWith('/')) here = '/';
    ahead.push(...partsOf(target).reverse());
  }
  return here;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
