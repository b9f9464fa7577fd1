import type { Glance } from '../regions/glance.ts';
import { hashOf } from '../regions/text-hash.ts';
import type { SecurityRule } from '../security-rule.ts';
import type { RuleId } from '../signal.ts';
import type { CodePattern } from './code-pattern.ts';

/** A pattern of a rule, ready to search with. */
export type SearchPattern = CodePattern & { rule: RuleId };

type Indexed = { search: SearchPattern; order: number };

/** Patterns by their cues, because a text has few words and the rules have many patterns. */
export class PatternIndex {
  readonly #cheap: readonly Indexed[];
  readonly #byCue: ReadonlyMap<number, readonly Indexed[]>;

  constructor(rules: readonly SecurityRule[]) {
    const all = rules
      .flatMap(({ id, patterns = [] }) => patterns.map((one) => ({ ...one, rule: id })))
      .map((one, order) => ({ search: { ...one, pattern: everywhere(one.pattern) }, order }));
    this.#cheap = all.filter(({ search }) => search.cues.length === 0);
    this.#byCue = byCue(all);
  }

  /** Returns the patterns that may match a text, in the order of the rules. */
  candidates({ words }: Pick<Glance, 'words'>): SearchPattern[] {
    const found = new Set(this.#cheap);
    for (const cue of this.#byCue.size < words.size ? this.#byCue.keys() : words)
      if (words.has(cue)) for (const one of this.#byCue.get(cue) ?? NONE) found.add(one);
    return [...found].sort((a, b) => a.order - b.order).map(({ search }) => search);
  }
}

const NONE: readonly Indexed[] = [];

function everywhere({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}g`);
}

function byCue(patterns: readonly Indexed[]): Map<number, Indexed[]> {
  const index = new Map<number, Indexed[]>();
  for (const one of patterns)
    for (const cue of one.search.cues) {
      const hash = hashOf(cue.toLowerCase());
      const others = index.get(hash);
      if (others === undefined) index.set(hash, [one]);
      else others.push(one);
    }
  return index;
}
