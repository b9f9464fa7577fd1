import type { SecurityRule } from '../security-rule.ts';
import type { Claim } from './claim.ts';
import { countPhrases } from './lexicon.ts';
import type { Mark } from './marks.ts';

type IndexedClaim = {
  rule: SecurityRule;
  claim: Claim;
  order: number;
  slots: readonly (readonly string[])[];
};

/**
 * Claims by the signs of their rarest slot: the one with the fewest words, and so the least likely to be
 * filled.
 */
export class ClaimIndex {
  readonly #byRarest: ReadonlyMap<string, readonly IndexedClaim[]>;

  constructor(rules: readonly SecurityRule[]) {
    const byRarest = new Map<string, IndexedClaim[]>();
    for (const claim of indexedClaims(rules))
      for (const sign of rarestSlot(claim)) byRarest.set(sign, [...(byRarest.get(sign) ?? []), claim]);
    this.#byRarest = byRarest;
  }

  /** A quick test: claims that have a word for every slot. */
  candidates(marks: readonly Mark[]): IndexedClaim[] {
    const signs = new Set<string>();
    for (const { sign } of marks) signs.add(sign);
    const found: IndexedClaim[] = [];
    for (const sign of signs)
      for (const claim of this.#byRarest.get(sign) ?? NONE)
        if (mayHold(claim, signs) && !found.includes(claim)) found.push(claim);
    return found.sort((a, b) => a.order - b.order);
  }
}

const NONE: readonly IndexedClaim[] = [];

function indexedClaims(rules: readonly SecurityRule[]): IndexedClaim[] {
  return rules
    .flatMap((rule) => (rule.claims ?? []).map((claim) => ({ rule, claim })))
    .map(({ rule, claim }, order) => ({
      rule,
      claim,
      order,
      slots: claim.slots.map((slot) => slot.split('|')),
    }));
}

function rarestSlot({ slots }: IndexedClaim): readonly string[] {
  const [rarest = []] = slots.toSorted((a, b) => wordsFor(a) - wordsFor(b));
  return rarest;
}

function wordsFor(slot: readonly string[]): number {
  return slot.reduce((sum, sign) => sum + countPhrases(sign), 0);
}

function mayHold({ slots }: IndexedClaim, signs: ReadonlySet<string>): boolean {
  return slots.every((slot) => slot.some((sign) => signs.has(sign)));
}
