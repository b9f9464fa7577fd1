/** A line on tasks without a reference solution; `null` where all graders that are programs have one to pass. */
export function unprovenNotice(tasks: readonly string[]): string | null {
  if (tasks.length === 0) return null;
  return `No solution proves the graders of ${tasks.join(', ')}: one that breaks over an answer counts as a wrong answer.`;
}
