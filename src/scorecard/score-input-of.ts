import type { ProbeGroup } from '../contracts/identifiers.ts';
import type { LeftOut } from '../contracts/left-out.ts';
import type { ArmOutcome, GroupTally, ScoreInput } from '../contracts/score-input.ts';
import type { ArmResult, ProbeCard, TaskCard } from '../contracts/scorecard.ts';
import { totalTokens } from '../contracts/transcript.ts';

/** Normalises evidence to the input of the formulas (report, section 4.1). */
export function scoreInputOf(
  tasks: readonly TaskCard[],
  probes: readonly ProbeCard[],
  leftOut: LeftOut,
): ScoreInput {
  return {
    tasks: tasks.flatMap(({ id, pairs }) =>
      pairs.map(({ invoked, baseline, withSkill }) => ({
        id,
        invoked,
        baseline: outcomeOf(baseline),
        withSkill: outcomeOf(withSkill),
      })),
    ),
    groups: tallies(probes, leftOut),
  };
}

function outcomeOf(arm: ArmResult | null): ArmOutcome {
  if (arm === null) return { success: null, tokens: null, seconds: null };
  return {
    success: arm.passed,
    tokens: arm.usage === null ? null : totalTokens(arm.usage),
    seconds: arm.seconds,
  };
}

/** Only the with-skill arm counts (as in the report); an ungraded probe is in neither number. */
function tallies(probes: readonly ProbeCard[], leftOut: LeftOut): Partial<Record<ProbeGroup, GroupTally>> {
  const groups: Partial<Record<ProbeGroup, GroupTally>> = {};
  for (const { group, pairs } of probes) {
    const passed = pairs
      .map(({ withSkill }) => withSkill?.passed ?? null)
      .filter((result) => result !== null);
    const tally = groups[group] ?? { passed: 0, total: 0 };
    groups[group] = {
      passed: tally.passed + passed.filter(Boolean).length,
      total: tally.total + passed.length,
    };
  }
  for (const { group } of leftOut.probes) {
    const tally = groups[group] ?? { passed: 0, total: 0 };
    groups[group] = { ...tally, leftOut: (tally.leftOut ?? 0) + 1 };
  }
  return groups;
}
