import type { ScoringParameters } from '../contracts/parameters.ts';
import type { Scores } from '../contracts/score.ts';
import type { ScoreInput } from '../contracts/score-input.ts';
import { scoreGroups, scoreSecurity } from './security.ts';
import { securityStatus } from './security-status.ts';
import { scoreTasks } from './task-score.ts';
import { scoreUtility } from './utility.ts';

/**
 * The scores of a run (report, section 4). A score that the evidence does not support is `null`, never 0 or
 * 100.
 */
export function scoreEvidence(input: ScoreInput, parameters: ScoringParameters): Scores {
  const tasks = scoreTasks(input.tasks, parameters);
  const groups = scoreGroups(input.groups);
  const security = scoreSecurity(groups);
  return {
    parameters,
    utility: scoreUtility(tasks),
    security,
    status: security === null ? null : securityStatus(security, parameters),
    tasks,
    groups,
  };
}
