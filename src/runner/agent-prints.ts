/** What all starts of an agent may print together. */
const MOST_CHARACTERS = 16 * 1024 ** 2;

/** Keeps what the starts of an agent program print about their work. */
export class AgentPrints {
  readonly #texts: string[] = [];
  #starts = 0;
  #hasRoom = true;
  #left = MOST_CHARACTERS;

  begin(): (printed: { text: string; isWhole: boolean }) => void {
    this.#starts += 1;
    return ({ text, isWhole }) => {
      const kept = text.slice(0, this.#left);
      this.#left -= kept.length;
      this.#hasRoom &&= isWhole && kept.length === text.length;
      this.#texts.push(kept);
    };
  }

  get starts(): number {
    return this.#starts;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Not if a start was ended from outside, whose output nobody has. */
  get areWhole(): boolean {
    return this.#hasRoom && this.#texts.length === this.#starts;
  }
}
