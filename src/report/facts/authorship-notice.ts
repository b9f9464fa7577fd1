import type { Scorecard } from '../../contracts/scorecard.ts';

/** A notice about tasks that somebody with an interest in the result has chosen; `null` if nothing is known of that. */
export function authorshipNotice({ tasksBy, withheld = [] }: Scorecard['suite']): string | null {
  const notices = [
    tasksBy === undefined
      ? []
      : "The tasks are the author's own: they come with the skill, and may be those that it is best at.",
    withheld.length === 0
      ? []
      : `Their sandboxes had the skill without ${withheld.join(', ')}, where it says what is expected.`,
  ].flat();
  return notices.length === 0 ? null : notices.join(' ');
}
