/**
 * A notice about tasks whose grader programs have no reference solution to pass; `null` if there are none.
 */
export function unprovenNotice(tasks: readonly string[]): string | null {
  if (tasks.length === 0) return null;
  return `No solution proves the graders of ${tasks.join(', ')}: one that breaks over an answer counts as a wrong answer.`;
}
