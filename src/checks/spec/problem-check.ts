import { findingAt } from '../findings/finding-at.ts';
import type { Check, Rule } from '../findings/rule.ts';
import type { ProblemKind, ReadProblem } from '../skill/read-problem.ts';

/** A check of what reading the skill has already found: one finding for each problem of that kind. */
export function problemCheck(
  kind: ProblemKind,
  rule: Rule,
  titleOf: (problem: ReadProblem) => string = () => rule.title,
): Check {
  return {
    rules: [rule],
    check({ document, problems }) {
      if (document === null) return [];
      return problems
        .filter((problem) => problem.kind === kind)
        .map((problem) => findingAt(document.file, problem.at, { rule, title: titleOf(problem) }));
    },
  };
}
