import type { TreeFile, TreeLink } from './source-tree.ts';

/** `path` is the file's place in the skill, `origin` the file that has its bytes. */
export type PlacedFile = { path: string; origin: TreeFile };

type Linked = { files: readonly TreeFile[]; links: readonly TreeLink[] };

const MAX_HOPS = 8;

/**
 * Replaces each link with copies of its target, because a snapshot holds only files. Returns links that lead
 * nowhere inside separately.
 */
export function resolveLinks({ files, links }: Linked): { placed: PlacedFile[]; broken: TreeLink[] } {
  const followed = links.map((link) => ({ link, copies: copiesFor(link, { files, links }) }));
  const own = files.map((origin) => ({ path: origin.path, origin }));
  return {
    placed: [...own, ...followed.flatMap(({ copies }) => copies)],
    broken: followed.filter(({ copies }) => copies.length === 0).map(({ link }) => link),
  };
}

function copiesFor({ path, target }: TreeLink, tree: Linked): PlacedFile[] {
  const end = endOf(target, tree.links);
  if (!end) return [];
  const file = tree.files.find((one) => one.path === end);
  if (file !== undefined) return [{ path, origin: file }];
  return tree.files
    .filter((one) => one.path.startsWith(`${end}/`))
    .map((origin) => ({ path: `${path}${origin.path.slice(end.length)}`, origin }));
}

/** Follows links to links; null if they form a loop, or a longer chain than anybody would build. */
function endOf(target: string | null, links: readonly TreeLink[]): string | null {
  let end = target;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const next = links.find(({ path }) => path === end);
    if (next === undefined) return end;
    end = next.target;
  }
  return null;
}
