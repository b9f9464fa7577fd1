import type { TreeFile, TreeLink } from './source-tree.ts';

/** `path` is the file's place in the skill, `origin` the file that has its bytes. */
export type PlacedFile = { path: string; origin: TreeFile };

type Linked = { files: readonly TreeFile[]; links: readonly TreeLink[] };

const MAX_HOPS = 8;

/**
 * Replaces each link with copies of its target, because a snapshot holds only files. Returns links that lead
 * nowhere inside separately. Links to folders multiply, so with more than `maxFiles` it stops: there are one more than that then.
 */
export function resolveLinks(
  { files, links }: Linked,
  maxFiles: number,
): { placed: PlacedFile[]; broken: TreeLink[] } {
  const placed = files.map((origin) => ({ path: origin.path, origin }));
  const broken: TreeLink[] = [];
  const tree = new LinkedTree({ files, links });
  for (const link of links) {
    const room = maxFiles + 1 - placed.length;
    if (room <= 0) break;
    const copies = tree.copiesFor(link, room);
    if (copies.length === 0) broken.push(link);
    placed.push(...copies);
  }
  return { placed, broken };
}

class LinkedTree {
  readonly #files: readonly TreeFile[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #targets: ReadonlyMap<string, string | null>;

  constructor({ files, links }: Linked) {
    this.#files = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    this.#places = new Map(this.#files.map(({ path }, place) => [path, place]));
    this.#targets = new Map(links.map(({ path, target }) => [path, target]));
  }

  copiesFor({ path, target }: TreeLink, most: number): PlacedFile[] {
    const end = this.#endOf(target);
    if (!end) return [];
    const origin = this.#files[this.#places.get(end) ?? -1];
    if (origin !== undefined) return [{ path, origin }];
    const first = this.#firstFrom(`${end}/`);
    const below = this.#files.slice(first, first + most).filter((file) => file.path.startsWith(`${end}/`));
    return below.map((file) => ({ path: `${path}${file.path.slice(end.length)}`, origin: file }));
  }

  /** Follows links to links; null if they form a loop, or a longer chain than anybody would build. */
  #endOf(target: string | null): string | null {
    let end = target;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const next = end === null ? undefined : this.#targets.get(end);
      if (next === undefined) return end;
      end = next;
    }
    return null;
  }

  /** The place of the first file whose path does not come before this one. Files of a folder stand together. */
  #firstFrom(path: string): number {
    let [low, high] = [0, this.#files.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#files[middle]?.path ?? '') < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
