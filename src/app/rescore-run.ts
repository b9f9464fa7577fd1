import { canonicalJson } from '../base/digest.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { openRunReader } from '../store/sqlite-run-reader.ts';
import { buildScorecard } from './build-scorecard.ts';
import { type ParameterOverrides, scoringParameters } from './scoring-parameters.ts';

/** `same` is null where there is nothing to compare with: other parameters, or a run that never ended. */
export type Rescored = { scorecard: Scorecard; same: boolean | null };

/** Derives a run's scorecard again from the disk alone: no engine, no keys, no tokens. */
export async function rescoreRun(
  resultsDir: string,
  runId: string,
  overrides: ParameterOverrides,
): Promise<Rescored> {
  await using store = await openRunReader(resultsDir);
  const { plan, scorecard: published } = await store.loadRun(runId);
  const parameters = scoringParameters(overrides, plan.parameters);
  const scorecard = buildScorecard(plan, await store.loadRecords(plan), parameters);
  const isComparable = published !== null && canonicalJson(parameters) === canonicalJson(plan.parameters);
  return { scorecard, same: isComparable ? canonicalJson(scorecard) === canonicalJson(published) : null };
}
