import { childOf, isFolder, isUnreadPlace, type TreePlace } from './place-tree.ts';

/** Where a path ends once every link on it is followed; `null` if it leads nowhere. */
export type LinkRoute = {
  end: TreePlace | null;
  /** The number of links that were followed, including the first. */
  links: number;
  /**
   * Whether it goes through a link that a copy cannot keep unchanged, because nobody
   * knows where that link leads.
   */
  isBlind: boolean;
};

/** A path that is being resolved, up to a link that has to be resolved first. */
type Walk = {
  link: TreePlace | null;
  text: string;
  at: number;
  here: TreePlace;
  links: number;
  isBlind: boolean;
};

/** The kernel follows as many on one path. */
const MOST_LINKS = 40;
/**
 * The limit on path components for all links of a workspace together. A workspace of ten
 * thousand links takes a tenth of it.
 */
const MOST_STEPS = 1_000_000;

const NOWHERE: LinkRoute = { end: null, links: 0, isBlind: false };

/**
 * Follows links as the kernel does, over places that were read: a path ends at the first name that
 * does not exist, or that is neither a folder nor last. Each link is followed once, so that the work
 * is linear in the size of the tree.
 */
export class LinkResolver {
  readonly #root: TreePlace;
  readonly #unknown: TreePlace;
  readonly #routes = new Map<TreePlace, LinkRoute>();
  readonly #mostSteps: number;
  #steps = 0;

  constructor(root: TreePlace, mostSteps = MOST_STEPS) {
    this.#root = root;
    this.#mostSteps = mostSteps;
    this.#unknown = { path: '?', parent: root, children: new Map(), stands: { kind: 'unknown' } };
  }

  get steps(): number {
    return this.#steps;
  }

  /** Returns where a place leads, which is the place itself if it is not a link. */
  follow(place: TreePlace): LinkRoute {
    if (!isLink(place)) return { end: place, links: 0, isBlind: false };
    return this.#routes.get(place) ?? this.#run(this.#walkOf(place));
  }

  /** Resolves a path from the root; if its last name is a link, that one is not followed. */
  find(path: string): TreePlace | null {
    const cut = path.lastIndexOf('/');
    const walk = {
      link: null,
      text: path.slice(0, cut + 1),
      at: 0,
      here: this.#root,
      links: 0,
      isBlind: false,
    };
    const { end } = this.#run(walk);
    return end === null || !isFolder(end) ? null : childOf(end, path.slice(cut + 1));
  }

  #run(first: Walk): LinkRoute {
    const walks = [first];
    for (;;) {
      const walk = walks.at(-1) ?? first;
      const met = this.#advance(walk);
      if ('stands' in met) {
        walks.push(this.#walkOf(met));
        continue;
      }
      walks.pop();
      if (walk.link !== null) this.#routes.set(walk.link, met);
      if (walks.length === 0) return met;
    }
  }

  #walkOf(link: TreePlace): Walk {
    // A link that is met again before its own walk has ended leads in a circle.
    this.#routes.set(link, NOWHERE);
    const { stands, parent } = link;
    const text = stands.kind === 'entry' ? (stands.entry.target ?? '') : '';
    const here = text.startsWith('/') || parent === null ? this.#root : parent;
    return { link, text, at: 0, here, links: 1, isBlind: false };
  }

  /** Goes on until the path ends, or up to a link whose route is not known yet. */
  #advance(walk: Walk): LinkRoute | TreePlace {
    while (walk.at < walk.text.length) {
      const next = this.#next(walk);
      if (next === null) return NOWHERE;
      const { place, at } = next;
      if (isLink(place)) {
        const route = this.#routes.get(place);
        if (route === undefined) return place;
        walk.links += route.links;
        walk.isBlind ||= route.isBlind;
        if (route.end === null || walk.links > MOST_LINKS) return NOWHERE;
        walk.here = route.end;
      } else {
        walk.here = place;
      }
      walk.at = at;
    }
    const { here: end, links, isBlind } = walk;
    return { end, links, isBlind: isBlind || isUnreadPlace(end) };
  }

  /** The place that the next name of a path leads to, and where the name after it starts. */
  #next({ text, at, here }: Walk): { place: TreePlace; at: number } | null {
    this.#steps += 1;
    if (this.#steps > this.#mostSteps) return { place: this.#unknown, at: text.length };
    if (!isFolder(here)) return null;
    const slash = text.indexOf('/', at);
    const end = slash < 0 ? text.length : slash;
    const place = this.#step(here, text.slice(at, end));
    // A file must not be followed by a slash.
    return place === null || (slash >= 0 && !isLink(place) && !isFolder(place))
      ? null
      : { place, at: end + 1 };
  }

  #step(here: TreePlace, name: string): TreePlace | null {
    if (name === '' || name === '.') return here;
    if (name !== '..') return childOf(here, name);
    // What was not read may be a link, so that its parent may not be what it seems.
    const { kind } = here.stands;
    return kind === 'system' || kind === 'unknown' ? this.#unknown : (here.parent ?? here);
  }
}

function isLink({ stands }: TreePlace): boolean {
  return stands.kind === 'entry' && stands.entry.kind === 'symlink';
}
