import type { InvalidReason, Scores } from '../../contracts/score.ts';
import type { ArmResult, ProbeCard, TaskCard } from '../../contracts/scorecard.ts';
import type { Standing } from '../../contracts/standing.ts';

const LACKING_WITH_SKILL: ReadonlySet<InvalidReason> = new Set([
  'with-skill-ungraded',
  'with-skill-tokens-missing',
  'with-skill-time-missing',
]);

/**
 * A task or probe that is left out of a mean cannot lower it. It is therefore counted as soon as one of its
 * trials with the skill has no grade, or lacks a cost that its score depends on.
 */
export function standingOf(
  tasks: readonly TaskCard[],
  probes: readonly ProbeCard[],
  scores: Scores,
): Standing {
  const invalid = new Set(
    scores.tasks
      .filter((task) => task.invalid.some((reason) => LACKING_WITH_SKILL.has(reason)))
      .map(({ id }) => id),
  );
  const lackingTasks = tasks.filter(({ id, pairs }) => invalid.has(id) && pairs.some(wasTried));
  const lackingProbes = probes.filter(({ pairs }) => pairs.some(({ withSkill }) => isUngraded(withSkill)));
  return {
    tasks: { lacking: lackingTasks.length, of: tasks.length },
    probes: { lacking: lackingProbes.length, of: probes.length },
  };
}

function wasTried({ withSkill }: { withSkill: ArmResult | null }): boolean {
  return withSkill !== null;
}

function isUngraded(arm: ArmResult | null): boolean {
  return arm !== null && arm.passed === null;
}
