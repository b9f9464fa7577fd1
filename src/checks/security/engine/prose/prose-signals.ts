import { type OutcomeOf, outcomeBudget } from '../budget/outcome-budget.ts';
import type { Identity } from '../regions/identity.ts';
import type { Region } from '../regions/region.ts';
import type { RuleId, Signal } from '../signal.ts';
import { type Claim, type ClaimMatch, matchClaim } from './claim.ts';
import type { ClaimIndex } from './claim-index.ts';
import { type Mark, marksOf } from './marks.ts';
import { eachSentence } from './sentences.ts';

/** The limit per region and outcome: more repetitions add nothing. */
const MAX_OF_A_CLAIM = 20;

type Terms = { identity: Identity; claims: ClaimIndex; outcomeOf: OutcomeOf };

/** The claims that the sentences of a region make. */
export function proseSignals(region: Region, { identity, claims, outcomeOf }: Terms): Signal[] {
  const signals: Signal[] = [];
  const budgets = new Map<Claim, (signal: Signal) => boolean>();
  eachSentence(region.text, readsByLine(region), (sentence) => {
    const marks = marksOf(sentence, identity);
    if (marks.length === 0) return;
    for (const { rule, claim } of claims.candidates(marks)) {
      if (region.kind === 'script' && rule.countsInScripts !== true) continue;
      const match = matchClaim(claim, marks);
      if (match === null) continue;
      const polarity = polarityIn(region, match, identity);
      const signal = signalOf(rule.id, claim.severity, { ...match, polarity }, region);
      const isWithin = budgets.get(claim) ?? outcomeBudget(MAX_OF_A_CLAIM, outcomeOf);
      budgets.set(claim, isWithin);
      if (isWithin(signal)) signals.push(signal);
    }
  });
  return signals;
}

function readsByLine({ kind }: Region): boolean {
  return kind === 'code' || kind === 'script' || kind === 'data' || kind === 'frontmatter';
}

function polarityIn(region: Region, { marks, polarity }: ClaimMatch, identity: Identity): Signal['polarity'] {
  if (region.kind === 'comment' && marks.every(({ quoted }) => quoted)) return 'asserted';
  return identity.teachesSecurity && describes(marks) ? 'mentioned' : polarity;
}

/** A sentence that begins "Sends keys to …" describes what somebody does, not what is to be done. */
function describes([first]: readonly Mark[]): boolean {
  return first !== undefined && first.index <= 1 && /[^s]s$/.test(first.word.text);
}

function signalOf(
  rule: RuleId,
  severity: Signal['severity'],
  { marks, polarity }: ClaimMatch,
  region: Region,
): Signal {
  const store = marks.find(({ place }) => place !== null)?.place?.store ?? null;
  const title = rule === 'security/credential-read' && store !== null ? `Reads ${store}` : null;
  const start = Math.min(...marks.map(({ word }) => word.start));
  const end = Math.max(...marks.map(({ word }) => word.end));
  return { rule, severity, confidence: 'medium', region, start, end, polarity, isConcrete: false, title };
}
