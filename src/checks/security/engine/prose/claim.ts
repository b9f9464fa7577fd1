import type { Severity } from '../../../../contracts/finding.ts';
import type { Polarity } from '../signal.ts';
import type { Mark, Sign } from './marks.ts';

/**
 * A statement that a sentence makes if its words have these meanings. Alternatives in a slot are joined by
 * `|`.
 */
export type Claim = {
  severity: Severity;
  /** The meanings in order, each at most `gap` words after the one before. */
  slots: readonly string[];
  gap: number;
  /** The order does not matter, but all are within `gap` words. */
  anyOrder?: boolean;
  /** Meanings that must occur somewhere in the sentence too. */
  needs?: readonly string[];
  /** If one of these occurs in the sentence, it makes another claim. */
  unless?: readonly Sign[];
  /** Quoted words do not count: they name a thing, a UI text or a key. */
  unquoted?: boolean;
  /** Why these words are an attack and not ordinary instructions. */
  because: string;
};

export type ClaimMatch = { marks: readonly Mark[]; polarity: Polarity };

/** The first place in a sentence that makes the claim; null if there is none. */
export function matchClaim(claim: Claim, marks: readonly Mark[]): ClaimMatch | null {
  if (claim.unless?.some((sign) => marks.some((mark) => mark.sign === sign))) return null;
  if (claim.needs?.some((slot) => !marks.some((mark) => fits(mark, slot)))) return null;
  const usable = claim.unquoted === true ? marks.filter(({ quoted }) => !quoted) : marks;
  const found = claim.anyOrder === true ? together(claim, usable) : inOrder(claim, usable);
  return found === null ? null : { marks: found, polarity: polarityOf(found, marks, claim) };
}

function inOrder({ slots, gap }: Claim, marks: readonly Mark[]): Mark[] | null {
  const [first = '', ...rest] = slots;
  for (const start of marks) {
    if (!fits(start, first)) continue;
    const found = continueFrom(start, rest, marks, gap);
    if (found !== null) return [start, ...found];
  }
  return null;
}

function continueFrom(
  start: Mark,
  slots: readonly string[],
  marks: readonly Mark[],
  gap: number,
): Mark[] | null {
  const found: Mark[] = [];
  let previous = start;
  for (const slot of slots) {
    const next = marks.find(
      (mark) => mark.index > previous.last && mark.index - previous.last <= gap && fits(mark, slot),
    );
    if (next === undefined) return null;
    found.push(next);
    previous = next;
  }
  return found;
}

function together({ slots, gap }: Claim, marks: readonly Mark[]): Mark[] | null {
  const [first = '', ...rest] = slots;
  for (const anchor of marks) {
    if (!fits(anchor, first)) continue;
    const others = rest.map((slot) =>
      marks.find(
        (mark) =>
          fits(mark, slot) && mark.index !== anchor.index && Math.abs(mark.index - anchor.index) <= gap,
      ),
    );
    const found = others.filter((mark) => mark !== undefined);
    if (found.length === rest.length) return [anchor, ...found].sort((a, b) => a.index - b.index);
  }
  return null;
}

function fits(mark: Mark, slot: string): boolean {
  return slot === mark.sign || (slot.includes('|') && slot.split('|').includes(mark.sign));
}

const NEGATION_REACH = 6;
const MENTION_REACH = 12;

/** "Never send …" forbids and "detect skills that send …" describes: neither tells the agent to do it. */
function polarityOf(found: readonly Mark[], marks: readonly Mark[], { slots }: Claim): Polarity {
  const start = found[0]?.index ?? 0;
  if (!/not|never/.test(slots[0] ?? '') && isNegated(start, marks)) return 'negated';
  const isGuarded = marks.some(
    ({ sign, index, word }) =>
      (sign === 'guard' && index < start && (start - index <= MENTION_REACH || heads(index, word))) ||
      (sign === 'condemn' && !found.some((mark) => mark.index === index)),
  );
  return isGuarded || found.every(({ quoted }) => quoted) ? 'mentioned' : 'asserted';
}

function isNegated(start: number, marks: readonly Mark[]): boolean {
  const negation = marks.findLast(
    ({ sign, index }) =>
      sign === 'not' && index < start && start - index <= NEGATION_REACH && !isPurpose(index, marks),
  );
  if (negation === undefined) return false;
  return !marks.some(
    ({ sign, index }) => sign === 'hesitate' && index > negation.last && index - negation.last <= 2,
  );
}

/** "To avoid errors, send …" states a purpose. */
function isPurpose(at: number, marks: readonly Mark[]): boolean {
  return marks.some(({ sign, index, last }) => sign === 'purpose' && index <= at && at <= last);
}

/** "Flag: …": the first word of a list applies to all of it. */
function heads(index: number, { text }: Mark['word']): boolean {
  return index === 0 && /^(?:flag|reject)/.test(text);
}
