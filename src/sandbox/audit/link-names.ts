import { basename } from 'node:path/posix';
import { Allowance } from './allowance.ts';

const MIB = 1024 ** 2;

/**
 * Symbolic links that were made, by their last names. A call's path is printed as the program wrote it, and the tracer
 * does not follow links. If several links have the same name, any of them may be the one that is meant.
 */
export class LinkNames {
  readonly #targets = new Map<string, Set<string>>();
  readonly #allowance = new Allowance({ items: 20_000, characters: 4 * MIB });

  /** Returns false if there is no room for another link. */
  add(target: string, path: string): boolean {
    const name = basename(path);
    const targets = this.#targets.get(name) ?? new Set();
    if (targets.has(target)) return true;
    if (!this.#allowance.takes(name.length + target.length)) return false;
    this.#targets.set(name, targets.add(target));
    return true;
  }

  /** Gives the name of the second path the targets of the first one's; returns false if there is no room for them. */
  carry(from: string, to: string): boolean {
    return [...(this.#targets.get(basename(from)) ?? [])].every((target) => this.add(target, to));
  }

  /** Lists the files that a path may lead to, over any number of links. */
  targetsOf(path: string): string[] {
    const found = new Set<string>();
    const names = new Set([basename(path)]);
    for (const name of names) {
      for (const target of this.#targets.get(name) ?? []) {
        found.add(target);
        names.add(basename(target));
      }
    }
    return [...found].filter((target) => basename(target) !== basename(path));
  }
}
