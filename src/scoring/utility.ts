import { mean } from '../base/mean.ts';
import type { TaskScore } from '../contracts/score.ts';

/** U = mean of s_t over the valid tasks T (report, section 4.2). In [0, 100]; `null` if T is empty. */
export function scoreUtility(tasks: readonly TaskScore[]): number | null {
  return mean(tasks.map(({ score }) => score).filter((score) => score !== null));
}
