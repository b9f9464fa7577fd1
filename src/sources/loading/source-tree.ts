/** The content of a source before its skills are located. Files are read only on request. */
export type SourceTree = {
  files: readonly TreeFile[];
  links: readonly TreeLink[];
  /** Places whose content is elsewhere: submodules. */
  gaps: readonly string[];
  /** Devices, pipes and sockets. */
  specials: readonly string[];
  /** The `.git` of a skill's own folder, which says that it is a checkout and is passed over. */
  checkouts: readonly string[];
};

export type TreeFile = {
  path: string;
  executable: boolean;
  size: number;
  read(): Promise<Uint8Array>;
  /** Why users get another text than this. */
  flawIn?(content: Uint8Array): string | null;
  /** Some of those who get the source do not get the file. */
  isLeftOut?: boolean;
};

/** `target` is a path of the tree; null if it leaves the tree. */
export type TreeLink = { path: string; target: string | null };

/** The tree below one folder, with paths relative to it. */
export function subtree(tree: SourceTree, folder: string): SourceTree {
  if (folder === '.') return tree;
  const prefix = `${folder}/`;
  const isBelow = ({ path }: { path: string }) => path.startsWith(prefix);
  const cut = (path: string) => path.slice(prefix.length);
  return {
    files: tree.files.filter(isBelow).map((file) => ({ ...file, path: cut(file.path) })),
    links: tree.links.filter(isBelow).map(({ path, target }) => ({
      path: cut(path),
      target: target?.startsWith(prefix) ? cut(target) : null,
    })),
    gaps: tree.gaps.filter((path) => path.startsWith(prefix)).map(cut),
    specials: tree.specials.filter((path) => path.startsWith(prefix)).map(cut),
    checkouts: tree.checkouts.filter((path) => path.startsWith(prefix)).map(cut),
  };
}
