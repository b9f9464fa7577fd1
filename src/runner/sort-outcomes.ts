import type { Mutant } from './mutants.ts';

/** What became of one wrong version. */
export type Outcome = { what: string; passed: boolean | null; kind: Mutant['kind'] };

export type SortedOutcomes = {
  tried: number;
  failed: number;
  /** Whether something failed that is not merely missing or empty, and not any words do in the place of the solution's. */
  failsContent: boolean;
  weak: string[];
  doneAnyway: string[];
  recited: string[];
};

/** What the wrong versions of a solution show, by those that pass. */
export function sortOutcomes(outcomes: readonly Outcome[]): SortedOutcomes {
  const decided = outcomes.filter(({ passed }) => passed !== null);
  const { failed = [], passing = [] } = Object.groupBy(decided, ({ passed }) =>
    passed ? 'passing' : 'failed',
  );
  // Where any words do, it says nothing that those of the user do too.
  const anyWords = passing.some(({ kind }) => kind === 'unrelated');
  const isFault = ({ kind }: Outcome) => kind === 'done-anyway' || (kind === 'recited' && !anyWords);
  const takesAnything = anyWords || passing.some(({ kind }) => kind === 'hollow');
  const whatOf = (some: readonly Outcome[]) => some.map(({ what }) => what);
  return {
    tried: decided.length,
    failed: failed.length,
    failsContent: !takesAnything && failed.some(({ kind }) => kind !== 'nothing'),
    weak: whatOf(passing.filter((one) => !isFault(one))),
    doneAnyway: whatOf(passing.filter(({ kind }) => kind === 'done-anyway')),
    recited: whatOf(passing.filter((one) => one.kind === 'recited' && isFault(one))),
  };
}
