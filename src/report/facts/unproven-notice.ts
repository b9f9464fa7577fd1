/**
 * A notice about tasks whose grader programs have no reference solution to pass; `null` if there are none.
 */
export function unprovenNotice(tasks: readonly string[]): string | null {
  if (tasks.length === 0) return null;
  return `There is no reference solution for ${tasks.join(', ')}, so a grader that breaks is counted as a wrong answer.`;
}
