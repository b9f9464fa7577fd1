import type { Rule } from '../../../findings/rule.ts';
import { CREDENTIAL_READ } from '../../rules/data.ts';
import { INSTRUCTION_OVERRIDE, REMOTE_INSTRUCTIONS, UNRESTRICTED_ROLE } from '../../rules/injection.ts';
import type { Identity } from '../regions/identity.ts';
import type { Region } from '../regions/region.ts';
import type { Signal } from '../signal.ts';
import { APPROVAL_CLAIMS } from './approval-claims.ts';
import { type Claim, matchClaim } from './claim.ts';
import { CONCEALMENT_CLAIMS } from './concealment-claims.ts';
import { CONTROL_CLAIMS } from './control-claims.ts';
import { countPhrases } from './lexicon.ts';
import { type Mark, marksOf } from './marks.ts';
import { OUTFLOW_CLAIMS } from './outflow-claims.ts';
import { OVERRIDE_CLAIMS } from './override-claims.ts';
import { SABOTAGE_CLAIMS } from './sabotage-claims.ts';
import { SECRET_CLAIMS } from './secret-claims.ts';
import { eachSentence } from './sentences.ts';

const CLAIMS = [
  ...OVERRIDE_CLAIMS,
  ...CONCEALMENT_CLAIMS,
  ...APPROVAL_CLAIMS,
  ...SECRET_CLAIMS,
  ...OUTFLOW_CLAIMS,
  ...CONTROL_CLAIMS,
  ...SABOTAGE_CLAIMS,
].map((claim, order) => ({ claim, order, slots: claim.slots.map((slot) => slot.split('|')) }));
/** A script is not read as instructions; in its comments and strings only what addresses the agent counts. */
const IN_SCRIPTS: ReadonlySet<Rule> = new Set([
  INSTRUCTION_OVERRIDE,
  UNRESTRICTED_ROLE,
  CREDENTIAL_READ,
  REMOTE_INSTRUCTIONS,
]);
type Ready = (typeof CLAIMS)[number];

/** The limit per region: more repetitions add nothing. */
const MAX_OF_A_CLAIM = 20;

/** The claims that the sentences of a region make. */
export function proseSignals(region: Region, identity: Identity): Signal[] {
  const signals: Signal[] = [];
  const counts = new Map<Claim, number>();
  eachSentence(region.text, readsByLine(region), (sentence) => {
    const marks = marksOf(sentence, identity);
    if (marks.length === 0) return;
    for (const [claim, signal] of claimsOf(marks, region, identity)) {
      const count = counts.get(claim) ?? 0;
      counts.set(claim, count + 1);
      if (count < MAX_OF_A_CLAIM) signals.push(signal);
    }
  });
  return signals;
}

function readsByLine({ kind }: Region): boolean {
  return kind === 'code' || kind === 'script' || kind === 'data' || kind === 'frontmatter';
}

function claimsOf(marks: readonly Mark[], region: Region, identity: Identity): [Claim, Signal][] {
  return candidates(marks).flatMap(({ claim }): [Claim, Signal][] => {
    if (region.kind === 'script' && !IN_SCRIPTS.has(claim.rule)) return [];
    const match = matchClaim(claim, marks);
    if (match === null) return [];
    const isInComment = region.kind === 'comment' && match.marks.every(({ quoted }) => quoted);
    if (isInComment) return [[claim, signalOf(claim, match.marks, 'asserted', region)]];
    const polarity = identity.teachesSecurity && describes(match.marks) ? 'mentioned' : match.polarity;
    return [[claim, signalOf(claim, match.marks, polarity, region)]];
  });
}

/**
 * Claims by the signs of their rarest slot: the one with the fewest words, and so the least likely to be
 * filled.
 */
const BY_RAREST = Map.groupBy(
  CLAIMS.flatMap((ready) => rarestSlot(ready).map((sign) => ({ sign, ready }))),
  ({ sign }) => sign,
);

function rarestSlot({ slots }: Ready): readonly string[] {
  const [rarest = []] = slots.toSorted((a, b) => wordsFor(a) - wordsFor(b));
  return rarest;
}

function wordsFor(slot: readonly string[]): number {
  return slot.reduce((sum, sign) => sum + countPhrases(sign), 0);
}

/** A quick test: claims that have a word for every slot. */
function candidates(marks: readonly Mark[]): Ready[] {
  const signs = new Set<string>();
  for (const { sign } of marks) signs.add(sign);
  const found: Ready[] = [];
  for (const sign of signs)
    for (const { ready } of BY_RAREST.get(sign) ?? NONE)
      if (mayHold(ready.slots, signs) && !found.includes(ready)) found.push(ready);
  return found.sort((a, b) => a.order - b.order);
}

const NONE: readonly { ready: Ready }[] = [];

function mayHold(slots: Ready['slots'], signs: ReadonlySet<string>): boolean {
  return slots.every((slot) => slot.some((sign) => signs.has(sign)));
}

/** A sentence that begins "Sends keys to …" describes what somebody does, not what is to be done. */
function describes([first]: readonly Mark[]): boolean {
  return first !== undefined && first.index <= 1 && /[^s]s$/.test(first.word.text);
}

function signalOf(
  { rule, severity }: Claim,
  marks: readonly Mark[],
  polarity: Signal['polarity'],
  region: Region,
): Signal {
  const store = marks.find(({ place }) => place !== null)?.place?.store ?? null;
  const title = rule === CREDENTIAL_READ && store !== null ? `Reads ${store}` : null;
  const start = Math.min(...marks.map(({ word }) => word.start));
  const end = Math.max(...marks.map(({ word }) => word.end));
  return { rule, severity, confidence: 'medium', region, start, end, polarity, isConcrete: false, title };
}
