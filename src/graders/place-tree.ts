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
  /** A path known only in that one sandbox. */
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
  const places = new Places();
  for (const name of IMAGE) places.put(`/${name}`, { kind: 'system' });
  for (const name of OF_ITS_SANDBOX) places.put(`/${name}`, { kind: 'unknown' });
  for (const name of DEVICES) places.put(`/dev/${name}`, { kind: 'system' });
  for (const path of [WORKSPACE, HOME, '/tmp']) places.put(path, { kind: 'folder', isRead: true });
  for (const entry of entries) places.put(entry.path, { kind: 'entry', entry });
  return places.root;
}

class Places {
  readonly root = childless('/', null, { kind: 'folder', isRead: false });
  readonly #known = new Map([['', this.root]]);

  put(path: string, stands: Standing): void {
    this.#at(path).stands = stands;
  }

  /** Finds a place by that of its folder, because thousands of paths may have a thousand folders in common. */
  #at(path: string): TreePlace {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const nameAt = path.lastIndexOf('/') + 1;
    const folder = this.#at(path.slice(0, nameAt - 1));
    const place = childless(path, folder, { kind: 'folder', isRead: false });
    folder.children.set(path.slice(nameAt), place);
    this.#known.set(path, place);
    return place;
  }
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

function childless(path: string, parent: TreePlace | null, stands: Standing): TreePlace {
  return { path, parent, children: new Map(), stands };
}

function joined({ path }: TreePlace, name: string): string {
  return path === '/' ? `/${name}` : `${path}/${name}`;
}
