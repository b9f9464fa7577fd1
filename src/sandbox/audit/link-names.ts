import { basename } from 'node:path/posix';
import { Allowance } from './allowance.ts';

const KIB = 1024;
const MIB = 1024 ** 2;

/** Far more than honest work starts: there, all links of one name lead to two or three different names. */
const MOST_FILES = 256;
const MOST_CHARACTERS = 16 * KIB;

/** The files that a path may lead to; `isWhole` is false if there are more than are followed. */
export type Followed = { files: string[]; isWhole: boolean };

/** What the links of one name lead to: the first target of each last name. */
type Targets = { byName: Map<string, string>; isWhole: boolean };

/**
 * Symbolic links that were made, by their last names. A call's path is printed as the program wrote it, and the tracer
 * does not follow links. If several links have the same name, any of them may be the one that is meant. Oracles look at
 * nothing but the last name of a file that was started, so one target of each last name is enough. How many are kept is
 * limited, because each of them is examined whenever the name is started.
 */
export class LinkNames {
  readonly #targets = new Map<string, Targets>();
  readonly #allowance = new Allowance({ items: 20_000, characters: 4 * MIB });

  /** Returns false if there is no room for another link. */
  add(target: string, path: string): boolean {
    const [name, to] = [basename(path), basename(target)];
    const targets = this.#targetsOf(name);
    if (targets.byName.has(to)) return true;
    if (targets.byName.size >= MOST_FILES) {
      targets.isWhole = false;
      return true;
    }
    if (!this.#allowance.takes(name.length + target.length)) return false;
    targets.byName.set(to, target);
    this.#targets.set(name, targets);
    return true;
  }

  /** Gives the name of the second path the targets of the first one's; returns false if there is no room for them. */
  carry(from: string, to: string): boolean {
    const { byName, isWhole } = this.#targetsOf(basename(from));
    const hasRoom = [...byName.values()].every((target) => this.add(target, to));
    if (!isWhole) this.#targetsOf(basename(to)).isWhole = false;
    return hasRoom;
  }

  /** Lists the files that a path may lead to over any number of links, one of each last name. */
  follow(path: string): Followed {
    const room = new Allowance({ items: MOST_FILES, characters: MOST_CHARACTERS });
    const found = new Map([[basename(path), path]]);
    let isWhole = true;
    for (const name of found.keys()) {
      const targets = this.#targetsOf(name);
      isWhole &&= targets.isWhole;
      for (const [to, target] of targets.byName) {
        if (found.has(to)) continue;
        if (room.takes(target.length)) found.set(to, target);
        else isWhole = false;
      }
    }
    return { files: [...found.values()].slice(1), isWhole };
  }

  #targetsOf(name: string): Targets {
    return this.#targets.get(name) ?? { byName: new Map(), isWhole: true };
  }
}
