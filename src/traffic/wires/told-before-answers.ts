/**
 * Collects what a model was told last before each of its answers: the output of a tool or, if there was none since the answer
 * before, what the user said since then. The opening of a conversation does not count.
 */
export class ToldBeforeAnswers {
  readonly #before: (string | null)[] = [];
  #last: string | null = null;
  #output: string | null = null;
  #said: string[] = [];

  output(text: string): void {
    this.#output = text;
  }

  said(text: string): void {
    if (this.#before.length > 0 && text !== '') this.#said.push(text);
  }

  answered(): void {
    this.#before.push(this.#current);
    this.#last = this.#current;
    this.#output = null;
    this.#said = [];
  }

  /** An earlier part of the conversation, as `all` returned it. */
  restore(all: readonly (string | null)[]): void {
    this.#before.push(...all.slice(0, -1));
    this.#last = all.at(-1) ?? this.#last;
    this.#output = null;
  }

  /** For each answer, and finally for the one that is to come. */
  get all(): (string | null)[] {
    return [...this.#before, this.#current];
  }

  get #current(): string | null {
    if (this.#output !== null) return this.#output;
    return this.#said.length > 0 ? this.#said.join('\n') : this.#last;
  }
}
