import { digestOf } from '../base/digest.ts';
import type { SkillText } from './skill-text.ts';

/** Whether a skill's text stands in what a trial sent so far. Each text is searched once, however often it is repeated. */
export class SkillTraces {
  readonly #text: SkillText;
  readonly #searched = new Set<string>();
  readonly #traces = new Set<string>();
  readonly #ownWords = new Set<string>();

  constructor(text: SkillText) {
    this.#text = text;
  }

  areIn(texts: readonly string[]): boolean {
    for (const text of texts) {
      const digest = digestOf(text);
      if (!this.#searched.has(digest)) this.#search(text);
      this.#searched.add(digest);
    }
    return this.#text.isEnough(this.#traces);
  }

  /** What the model itself came up with, before it stood in a request, proves nothing when it comes back in one. */
  modelWrote(text: string): void {
    for (const trace of this.#text.tracesIn(text)) this.#ownWords.add(trace);
  }

  #search(text: string): void {
    for (const trace of this.#text.tracesIn(text)) if (!this.#ownWords.has(trace)) this.#traces.add(trace);
  }
}
