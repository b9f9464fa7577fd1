/** The limit for the text of all unfinished calls together. */
const MOST_CHARACTERS = 64 * 1024 ** 2;

/** The beginnings of calls whose end is not in the record yet, at most one for each thread. */
export class UnfinishedCalls {
  readonly #texts = new Map<number, string>();
  #characters = 0;

  /** Returns false if there is no room for another call. */
  add(pid: number, text: string): boolean {
    if (this.#characters + text.length > MOST_CHARACTERS) return false;
    this.#characters += text.length;
    this.#texts.set(pid, text);
    return true;
  }

  take(pid: number): string | null {
    const text = this.#texts.get(pid) ?? null;
    if (this.#texts.delete(pid)) this.#characters -= text?.length ?? 0;
    return text;
  }
}
