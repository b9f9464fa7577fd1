import type { InvalidReason, Scores } from '../../contracts/score.ts';
import type { ArmResult, ProbeCard, TaskCard, TaskPair } from '../../contracts/scorecard.ts';
import type { Standing } from '../../contracts/standing.ts';

const OF_BASELINE: ReadonlySet<InvalidReason> = new Set([
  'baseline-ungraded',
  'baseline-tokens-missing',
  'baseline-time-missing',
]);

/**
 * A task or probe that is left out of a mean cannot lower it. It is therefore counted as soon as one of its trials has no grade,
 * or lacks a cost that its score depends on. Of a probe only the trials with the skill count: the score needs no others.
 */
export function standingOf(
  tasks: readonly TaskCard[],
  probes: readonly ProbeCard[],
  scores: Scores,
): Standing {
  const reasons = new Map(scores.tasks.map(({ id, invalid }) => [id, invalid]));
  const lackingTasks = tasks.filter(({ id, pairs }) =>
    reasons.get(id)?.some((reason) => pairs.some((pair) => wasTried(pair, reason))),
  );
  const lackingProbes = probes.filter(({ pairs }) => pairs.some(({ withSkill }) => isUngraded(withSkill)));
  return {
    tasks: { lacking: lackingTasks.length, of: tasks.length },
    probes: { lacking: lackingProbes.length, of: probes.length },
  };
}

/** An arm that was left out by choice lacks nothing. */
function wasTried({ baseline, withSkill }: TaskPair, reason: InvalidReason): boolean {
  return (OF_BASELINE.has(reason) ? baseline : withSkill) !== null;
}

function isUngraded(arm: ArmResult | null): boolean {
  return arm !== null && arm.passed === null;
}
