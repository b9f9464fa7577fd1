/** How much of something is kept, in number and in characters. */
export class Allowance {
  #items: number;
  #characters: number;

  constructor({ items, characters }: { items: number; characters: number }) {
    this.#items = items;
    this.#characters = characters;
  }

  /** Returns false, and uses nothing up, if there is no room. */
  takes(characters: number): boolean {
    if (this.#items < 1 || this.#characters < characters) return false;
    this.#items -= 1;
    this.#characters -= characters;
    return true;
  }
}
