import { PatternIndex } from './patterns/pattern-index.ts';
import { ClaimIndex } from './prose/claim-index.ts';
import type { SecurityRule } from './security-rule.ts';
import type { RuleId } from './signal.ts';

/** The rules that skills are reviewed by, ready to search with. */
export class RuleBook {
  readonly patterns: PatternIndex;
  readonly claims: ClaimIndex;
  readonly #rules: ReadonlyMap<RuleId, SecurityRule>;

  constructor(rules: readonly SecurityRule[]) {
    this.patterns = new PatternIndex(rules);
    this.claims = new ClaimIndex(rules);
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
  }

  get(id: RuleId): SecurityRule {
    const rule = this.#rules.get(id);
    if (rule === undefined) throw new Error(`The table of rules lacks ${id}, which the engine names.`);
    return rule;
  }
}
