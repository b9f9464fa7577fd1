import { slugOf } from '../../base/slug-of.ts';

/** Folders of a suite that belong to no task. */
const TAKEN = ['skill', 'environment', 'schemas'];

/** Gives out ids for the tasks of one suite: the same names get the same ids, and no two are alike. */
export class Slugs {
  readonly #taken = new Set(TAKEN);

  /** `otherwise` is used for a name that has neither Latin letters nor digits. */
  take(name: string, otherwise: string): string {
    const slug = slugOf(name) || otherwise;
    const id = this.#free(slug);
    this.#taken.add(id);
    return id;
  }

  #free(slug: string): string {
    if (!this.#taken.has(slug)) return slug;
    let number = 2;
    while (this.#taken.has(`${slug}-${number}`)) number += 1;
    return `${slug}-${number}`;
  }
}
