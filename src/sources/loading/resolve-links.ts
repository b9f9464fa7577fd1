import type { TreeFile, TreeLink } from './source-tree.ts';

/** `path` is where the file stands in the skill, `origin` where its bytes are. */
export type PlacedFile = { path: string; origin: TreeFile };

type Linked = { files: readonly TreeFile[]; links: readonly TreeLink[] };

const MAX_HOPS = 8;

/** A snapshot holds files only, so a link becomes a copy of what it leads to. Those that lead nowhere inside are left over. */
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

/** Through links to links; null where they go round in a circle, or further than anybody means them to. */
function endOf(target: string | null, links: readonly TreeLink[]): string | null {
  let end = target;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const next = links.find(({ path }) => path === end);
    if (next === undefined) return end;
    end = next.target;
  }
  return null;
}
