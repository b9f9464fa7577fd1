import { digestOf } from '../base/digest.ts';
import type { SkillText } from './skill-text.ts';

/** Whether a skill's text stands in what a trial sent so far. Each text is searched once, however often it is repeated. */
export class SkillTraces {
  readonly #text: SkillText;
  readonly #searched = new Set<string>();
  readonly #traces = new Set<string>();

  constructor(text: SkillText) {
    this.#text = text;
  }

  areIn(texts: readonly string[]): boolean {
    for (const text of texts) {
      const digest = digestOf(text);
      if (!this.#searched.has(digest)) for (const trace of this.#text.tracesIn(text)) this.#traces.add(trace);
      this.#searched.add(digest);
    }
    return this.#text.isEnough(this.#traces);
  }
}
