import type { TreeEntry } from '../contracts/evidence.ts';
import { HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import type { FileTree } from '../sandbox/sandbox.ts';

/** One name in the agent's sandbox, with what is there. */
export type TreePlace = {
  path: string;
  parent: TreePlace | null;
  children: Map<string, TreePlace>;
  stands: Standing;
};

type Standing =
  | { kind: 'entry'; entry: TreeEntry }
  /** A folder that the agent could list; `isRead` if the tree holds everything in it. */
  | { kind: 'folder'; isRead: boolean }
  /** Part of the image: the same in every sandbox, and not writable. */
  | { kind: 'system' }
  /** Something, or nothing, that only that one sandbox knows. */
  | { kind: 'unknown' };

const IMAGE = [
  'usr',
  'bin',
  'sbin',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'etc',
  'opt',
  'boot',
  'srv',
  'mnt',
  'media',
];
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
const OF_ITS_SANDBOX = ['dev', 'proc', 'sys', 'run', 'var', 'root'];

/** All known places of a sandbox: what was read from it, and what every sandbox has. */
export function placeTree({ entries }: Pick<FileTree, 'entries'>): TreePlace {
  const root = childless('/', null, { kind: 'folder', isRead: false });
  for (const name of IMAGE) put(root, `/${name}`, { kind: 'system' });
  for (const name of OF_ITS_SANDBOX) put(root, `/${name}`, { kind: 'unknown' });
  for (const name of DEVICES) put(root, `/dev/${name}`, { kind: 'system' });
  for (const path of [WORKSPACE, HOME, '/tmp']) put(root, path, { kind: 'folder', isRead: true });
  for (const entry of entries) put(root, entry.path, { kind: 'entry', entry });
  return root;
}

/** `null` if a folder has nothing of that name. */
export function childOf(folder: TreePlace, name: string): TreePlace | null {
  const known = folder.children.get(name);
  if (known !== undefined) return known;
  const { kind } = folder.stands;
  return kind === 'system' || kind === 'unknown' ? childless(joined(folder, name), folder, { kind }) : null;
}

export function isFolder({ stands }: TreePlace): boolean {
  return stands.kind !== 'entry' || stands.entry.kind === 'directory';
}

export function isUnreadPlace({ stands }: TreePlace): boolean {
  return stands.kind === 'unknown' || (stands.kind === 'folder' && !stands.isRead);
}

function put(root: TreePlace, path: string, stands: Standing): void {
  let place = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    const child =
      place.children.get(name) ?? childless(joined(place, name), place, { kind: 'folder', isRead: false });
    place.children.set(name, child);
    place = child;
  }
  place.stands = stands;
}

function childless(path: string, parent: TreePlace | null, stands: Standing): TreePlace {
  return { path, parent, children: new Map(), stands };
}

function joined({ path }: TreePlace, name: string): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}
