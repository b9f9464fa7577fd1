import type { FailedTrial } from '../contracts/failed-trial.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { failedArms } from '../report/facts/run-facts.ts';
import { failedTrialExcerpts } from '../report/transcript/event-excerpts.ts';
import type { GradedById } from './pair-trials.ts';

/** Collects excerpts of every trial that was graded as failed, in the order of the cards. */
export function excerptsOfFailed(
  cards: Pick<Scorecard, 'tasks' | 'probes'>,
  graded: GradedById,
): FailedTrial[] {
  const failed = failedArms(cards).flatMap(({ trial }) => {
    const result = graded.get(trial)?.record.result;
    return result?.status === 'measured' ? [{ trial, transcript: result.evidence.transcript }] : [];
  });
  return failedTrialExcerpts(failed);
}
