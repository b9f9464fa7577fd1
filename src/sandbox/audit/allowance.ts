/** How much of something is kept, in number and in characters. */
export class Allowance {
  #items: number;
  #characters: number;

  constructor({ items, characters }: { items: number; characters: number }) {
    this.#items = items;
    this.#characters = characters;
  }

  /** False, and nothing is used up, where there is no room for it. */
  takes(characters: number): boolean {
    if (this.#items < 1 || this.#characters < characters) return false;
    this.#items -= 1;
    this.#characters -= characters;
    return true;
  }
}
