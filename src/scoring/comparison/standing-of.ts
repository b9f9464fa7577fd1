import type { LeftOut } from '../../contracts/left-out.ts';
import type { InvalidReason, Scores } from '../../contracts/score.ts';
import type { ProbeCard, TaskCard } from '../../contracts/scorecard.ts';
import type { Standing } from '../../contracts/standing.ts';

const OF_BASELINE: ReadonlySet<InvalidReason> = new Set([
  'baseline-ungraded',
  'baseline-tokens-missing',
  'baseline-time-missing',
]);

/** The results that a standing is derived from. */
export type Results = {
  tasks: readonly TaskCard[];
  probes: readonly ProbeCard[];
  scores: Scores;
  /** An arm that was left out by choice lacks nothing. */
  leftOut: Pick<LeftOut, 'arms'>;
};

/**
 * A task or probe that is left out of a mean cannot lower it. It is therefore counted as soon as one of its trials was not
 * run, has no grade, or lacks a cost that its score depends on. Of a probe only the trials with the skill count: the score
 * needs no others.
 */
export function standingOf({ tasks, probes, scores, leftOut: { arms } }: Results): Standing {
  const reasons = new Map(scores.tasks.map(({ id, invalid }) => [id, invalid]));
  const isMissed = (reason: InvalidReason) =>
    !arms.includes(OF_BASELINE.has(reason) ? 'baseline' : 'with-skill');
  const lackingTasks = tasks.filter(({ id }) => reasons.get(id)?.some(isMissed));
  const lackingProbes = arms.includes('with-skill')
    ? []
    : probes.filter(({ pairs }) => pairs.some(({ withSkill }) => (withSkill?.passed ?? null) === null));
  return {
    tasks: { lacking: lackingTasks.length, of: tasks.length },
    probes: { lacking: lackingProbes.length, of: probes.length },
  };
}
