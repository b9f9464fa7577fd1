import type { DryRun } from '../contracts/dry-run.ts';
import { membersOf } from '../contracts/grader-spec.ts';
import type { RunPlan } from '../contracts/plan.ts';

/** What a judge may be asked at most; `null` if nobody asks one. */
export function plannedJudging({ judge, tasks, trials }: RunPlan): DryRun['judge'] {
  if (judge === null) return null;
  const votes = new Map(tasks.map(({ id, graders }) => [id, votesOf(graders.flatMap(membersOf))]));
  const asked = trials.flatMap(({ kind, subject }) => (kind === 'task' ? (votes.get(subject) ?? 0) : 0));
  const judged = asked.filter((count) => count > 0);
  return { ...judge, trials: judged.length, votes: judged.reduce((sum, count) => sum + count, 0) };
}

function votesOf(graders: ReturnType<typeof membersOf>): number {
  return graders.reduce((sum, one) => sum + (one.kind === 'rubric' ? one.votes : 0), 0);
}
