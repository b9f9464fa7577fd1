import { posix } from 'node:path';
import type { TreeEntry } from '../contracts/evidence.ts';
import { HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import type { EntryKind, FileTree, SandboxContents, SandboxEntry, SandboxFile } from '../sandbox/sandbox.ts';
import { Pace } from '../threads/pace.ts';
import { LinkResolver } from './link-resolver.ts';
import { childOf, isUnreadPlace, placeTree, type TreePlace } from './place-tree.ts';

/** A workspace as graders get it, and the places that it is a copy of. */
export type WorkspaceCopy = { contents: SandboxContents; original: Original };

/** What the agent left, for whoever looks at it without a sandbox. */
type Original = { places: LinkResolver; contents: FileTree['contents'] };

/** The target of a link that led nowhere for the agent too. Its own target may exist where graders work. */
const NOWHERE = '/nonexistent';
/** Placeholders for what could not be copied: graders cannot read them. */
const SHUT_FOLDER = '/tmp/not-copied/folder';
const SHUT_FILE = '/tmp/not-copied/file';
/** The characters of paths after which the other trials get a turn. */
const PORTION_CHARACTERS = 512 * 1024;
/** The folder for what links lead to elsewhere. It is placed where there is as much room as at the original place. */
const ELSEWHERE = 'left-by-agent';

/**
 * Copies everything in a workspace with its name and type, so that nothing that was there for the agent
 * is missing for graders. What links lead to in the agent's other folders is copied too, to a place
 * where no program looks by itself.
 */
export async function copyWorkspace(tree: FileTree): Promise<WorkspaceCopy> {
  const root = placeTree(tree);
  const places = new LinkResolver(root);
  const copier = new Copier(places, tree.contents);
  const workspace = childOf(root, WORKSPACE.slice(1));
  if (workspace !== null) await copier.copyAll(workspace);
  return { contents: copier.contents(), original: { places, contents: tree.contents } };
}

/** A copy made from the files of a suite, which hold nothing else. */
export async function copyOfFiles(files: readonly SandboxFile[]): Promise<WorkspaceCopy> {
  const entries = files.map(({ path, executable, content }) => ({
    ...{ path, kind: 'file' as const, mode: executable ? 0o755 : 0o644, size: content.length },
    ...{ owner: null, digest: null, attributes: null, target: null, content: null },
  }));
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  return await copyWorkspace({ entries, contents, attributes: new Map(), isComplete: true, absent: [] });
}

class Copier {
  readonly #places: LinkResolver;
  readonly #bytes: FileTree['contents'];
  readonly #taken = new Set<TreePlace>();
  readonly #pending: TreePlace[] = [];
  readonly #files = new Map<Uint8Array, SandboxFile>();
  readonly #entries = new Map<string, SandboxEntry>();

  constructor(places: LinkResolver, bytes: FileTree['contents']) {
    this.#places = places;
    this.#bytes = bytes;
  }

  contents(): SandboxContents {
    return { files: [...this.#files.values()], entries: [...this.#entries.values()] };
  }

  /** Copies everything below a folder, and what links there lead to. */
  async copyAll(first: TreePlace): Promise<void> {
    const pace = new Pace(PORTION_CHARACTERS);
    this.#pending.push(first);
    for (let place = this.#pending.pop(); place !== undefined; place = this.#pending.pop()) {
      if (this.#taken.has(place)) continue;
      this.#taken.add(place);
      if (place !== first) this.#copy(place);
      for (const child of place.children.values()) this.#pending.push(child);
      await pace.spend(place.path.length);
    }
  }

  #copy(place: TreePlace): void {
    const { stands } = place;
    const path = placeOfCopy(place);
    if (stands.kind === 'entry' && stands.entry.kind === 'file') this.#copyFile(stands.entry, path);
    else this.#add({ path, ...this.#copyOf(place) });
  }

  #copyFile({ path: from, mode }: TreeEntry, path: string): void {
    const content = this.#bytes.get(from);
    const named = content === undefined ? undefined : this.#files.get(content);
    if (content === undefined) this.#add({ path, kind: 'file', isReadable: false });
    else if (named !== undefined) this.#add({ path, kind: 'name', of: named.path });
    else this.#files.set(content, { path, content, executable: (mode & 0o100) !== 0 });
  }

  #copyOf(place: TreePlace): EntryKind {
    const { stands } = place;
    if (stands.kind !== 'entry') return { kind: 'folder', isReadable: true };
    const { kind, target } = stands.entry;
    if (kind === 'symlink') return { kind: 'link', target: this.#targetOf(place, target ?? '') };
    if (kind === 'directory') return { kind: 'folder', isReadable: true };
    // Whatever else it is, it is not a file: a search through files skips it.
    return { kind: 'pipe', isReadable: kind === 'other' };
  }

  #targetOf(link: TreePlace, text: string): string {
    const { end, isBlind } = this.#places.follow(link);
    if (end !== null && isUnreadPlace(end)) return this.#shut(end);
    if (end !== null && end.stands.kind !== 'system') this.#pending.push(end);
    if (!isBlind && isIn(link.path, WORKSPACE) && keepsText(link, text, end)) return text;
    return end === null ? NOWHERE : placeOfCopy(end);
  }

  #shut({ stands }: TreePlace): string {
    const isFolder = stands.kind === 'folder';
    const path = isFolder ? SHUT_FOLDER : SHUT_FILE;
    this.#add({ path, kind: isFolder ? 'folder' : 'file', isReadable: false });
    return path;
  }

  #add(entry: SandboxEntry): void {
    this.#entries.set(entry.path, entry);
  }
}

/**
 * Whether a link's own text leads to the copy of its end. It may go up only at its start: then no program
 * that moves or replaces folders in the workspace can make it lead out of there.
 */
function keepsText({ path }: TreePlace, text: string, end: TreePlace | null): boolean {
  const down = `${text}/`.replace(/^(?:\.{0,2}\/+)*/, '/');
  if (down.includes('/../')) return false;
  const leads = posix.resolve(posix.dirname(path), text);
  return isIn(leads, WORKSPACE) || (end?.stands.kind === 'system' && end.path === leads);
}

function placeOfCopy({ path, stands }: TreePlace): string {
  if (isIn(path, WORKSPACE) || stands.kind === 'system') return path;
  return isIn(path, HOME) ? `${HOME}/${ELSEWHERE}${path}` : `/tmp/${ELSEWHERE}${path}`;
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
