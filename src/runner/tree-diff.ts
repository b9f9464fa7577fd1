import type { TreeDiff, TreeEntry } from '../contracts/evidence.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { FileTree } from '../sandbox/sandbox.ts';

const MAX_CONTENT_BYTES = 64 * 1024;
const MAX_TOTAL_BYTES = 1024 * 1024;

/**
 * Returns the changes between two trees. Named files come first, so that nothing else takes their room. Small
 * text files include their content, up to a total limit. If the second tree is incomplete, a file that it
 * lacks may still exist, unless it was asked for by name.
 */
export function diffTrees(before: FileTree, after: FileTree, named: readonly string[]): TreeDiff {
  const old = byPath(before);
  const now = byPath(after);
  const absent = new Set(after.absent);
  const isGone = ({ path }: TreeEntry) => absent.has(path) || (after.isComplete && !now.has(path));
  const differing = namedFirst(after.entries, named)
    .filter((entry) => isNewOrChanged(old.get(entry.path), entry))
    .map(contentReader(after));
  return {
    created: differing.filter(({ path }) => !old.has(path)),
    changed: differing.filter(({ path }) => old.has(path)),
    deleted: namedFirst(before.entries.filter(isGone), named).map(({ path }) => path),
  };
}

/** A tree to which entries were added, or put in the place of others. */
export function treeWith(tree: FileTree, added: FileTree): FileTree {
  const paths = new Set(added.entries.map(({ path }) => path));
  return {
    ...tree,
    entries: [...tree.entries.filter(({ path }) => !paths.has(path)), ...added.entries],
    contents: new Map([...tree.contents, ...added.contents]),
    attributes: new Map([...tree.attributes, ...added.attributes]),
  };
}

/**
 * A tree without a folder of the workspace that the harness made, if it is one, and without the folders around it that hold
 * nothing else.
 */
export function treeWithout(tree: FileTree, root: string): FileTree {
  if (!root.startsWith(`${WORKSPACE}/`)) return tree;
  const isAround = (path: string) => path.startsWith(`${WORKSPACE}/`) && root.startsWith(`${path}/`);
  const left = tree.entries.filter(({ path }) => path !== root && !path.startsWith(`${root}/`));
  const own = left.filter(({ path }) => !isAround(path));
  const isHeld = (folder: string) => own.some(({ path }) => path.startsWith(`${folder}/`));
  return { ...tree, entries: left.filter(({ path }) => !isAround(path) || isHeld(path)) };
}

/** A tree's entries below a folder. */
export function entriesBelow(tree: FileTree, root: string): TreeEntry[] {
  return tree.entries.filter(({ path }) => path.startsWith(`${root}/`));
}

export function isSameEntry(a: TreeEntry, b: TreeEntry): boolean {
  return (
    a.kind === b.kind &&
    a.mode === b.mode &&
    a.owner === b.owner &&
    a.digest === b.digest &&
    a.attributes === b.attributes &&
    a.target === b.target
  );
}

function isNewOrChanged(before: TreeEntry | undefined, after: TreeEntry): boolean {
  return before === undefined || !isSameEntry(before, after);
}

function namedFirst(entries: readonly TreeEntry[], named: readonly string[]): TreeEntry[] {
  const names = new Set(named);
  const isNamed = ({ path }: TreeEntry) => names.has(path);
  return [...entries.filter(isNamed), ...entries.filter((entry) => !isNamed(entry))];
}

function byPath(tree: FileTree): Map<string, TreeEntry> {
  return new Map(tree.entries.map((entry) => [entry.path, entry]));
}

function contentReader(tree: FileTree): (entry: TreeEntry) => TreeEntry {
  let left = MAX_TOTAL_BYTES;
  return (entry) => {
    const bytes = tree.contents.get(entry.path);
    if (bytes === undefined || bytes.length > Math.min(MAX_CONTENT_BYTES, left)) return entry;
    left -= bytes.length;
    return { ...entry, content: textOf(bytes) };
  };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What is not UTF-8 is not text: the digest has to do.
    return null;
  }
}
