import type { Scorecard } from '../../contracts/scorecard.ts';

/** A notice about tasks that somebody with an interest in the result has chosen; `null` if nothing is known of that. */
export function authorshipNotice({ tasksBy }: Scorecard['suite']): string | null {
  if (tasksBy === undefined) return null;
  return "The tasks are the author's own: they come with the skill, and may be those that it is best at.";
}
