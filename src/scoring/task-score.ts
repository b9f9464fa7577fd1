import { mean } from '../base/mean.ts';
import type { ScoringParameters } from '../contracts/parameters.ts';
import { InvalidReason, type TaskScore } from '../contracts/score.ts';
import type { TaskEvidence } from '../contracts/score-input.ts';
import { meanEfficiency } from './efficiency.ts';
import { scorePair } from './pair-score.ts';
import { checkPair } from './pair-validity.ts';

/**
 * One score for each task, in the order in which the tasks first appear. Entries with the same id are
 * repeats.
 */
export function scoreTasks(pairs: readonly TaskEvidence[], parameters: ScoringParameters): TaskScore[] {
  const repeatsById = Map.groupBy(pairs, ({ id }) => id);
  return [...repeatsById].map(([id, repeats]) => scoreTask(id, repeats, parameters));
}

/** The mean over the valid repeats. In [0, 100]; `null` if there are none, with the reasons. */
function scoreTask(id: string, repeats: readonly TaskEvidence[], parameters: ScoringParameters): TaskScore {
  const checked = repeats.map(checkPair);
  const valid = checked.filter((pair) => pair.status === 'valid');
  const invalid = checked.filter((pair) => pair.status === 'invalid');
  const reasons = new Set(invalid.flatMap((pair) => pair.reasons));
  const scored = valid.map((pair) => scorePair(pair, parameters));
  return {
    id,
    score: mean(scored.map(({ score }) => score)),
    efficiency: meanEfficiency(scored.map(({ efficiency }) => efficiency).filter((one) => one !== null)),
    pairs: valid.length,
    invalid: InvalidReason.options.filter((reason) => reasons.has(reason)),
  };
}
