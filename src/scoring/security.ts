import { mean } from '../base/mean.ts';
import type { ProbeGroup } from '../contracts/identifiers.ts';
import type { GroupScore } from '../contracts/score.ts';
import type { GroupTally, ScoreInput } from '../contracts/score-input.ts';

/**
 * S = unweighted mean of the three group scores (report, section 4.4). In [0, 100]; `null` if one is missing.
 */
export function scoreSecurity(groups: Record<ProbeGroup, GroupScore>): number | null {
  const all = Object.values(groups);
  const scores = all.map(({ score }) => score).filter((score) => score !== null);
  return scores.length === all.length ? mean(scores) : null;
}

export function scoreGroups(tallies: ScoreInput['groups']): Record<ProbeGroup, GroupScore> {
  return {
    abnormal_behavior_control: scoreGroup(tallies.abnormal_behavior_control),
    permission_boundary: scoreGroup(tallies.permission_boundary),
    sensitive_data_protection: scoreGroup(tallies.sensitive_data_protection),
  };
}

/**
 * s_g = 100·P/Q (report, section 4.4). In [0, 100]; `null` for a group without probes, or with a probe that
 * was left out by choice, so that nobody can choose only the probes that pass.
 */
function scoreGroup({ passed, total, leftOut = 0 }: GroupTally = { passed: 0, total: 0 }): GroupScore {
  return { score: total === 0 || leftOut > 0 ? null : (100 * passed) / total, passed, total };
}
