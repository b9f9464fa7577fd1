import { expect, test } from 'vitest';
import { RunBudget } from '../../src/contracts/budget.ts';
import { Limits } from '../../src/contracts/limits.ts';
import { Task } from '../../src/contracts/task.ts';
import { planBounds } from '../../src/scorecard/plan-bounds.ts';
import { plannedJudging } from '../../src/scorecard/planned-judging.ts';
import { smallPlan } from '../fixtures/plan.ts';

const JUDGE = { provider: 'openai', model: 'model-j', simulated: false } as const;
const rubric = { kind: 'rubric', title: 'warm', criteria: ['It is warm.'] };

function judgedPlan() {
  const plan = smallPlan({ judge: JUDGE });
  const group = { kind: 'group', title: 'either', atLeast: 1, graders: [{ ...rubric, votes: 5 }, rubric] };
  const limits = Limits.parse({ maxTokens: 1000, maxRequests: 3, maxUsd: 1 });
  return {
    ...plan,
    tasks: plan.tasks.map((task) => Task.parse({ ...task, graders: [...task.graders, rubric, group] })),
    trials: plan.trials.map((trial) => ({ ...trial, limits })),
  };
}

test('all votes of all trials of a task with rubrics may be asked for', () => {
  expect(plannedJudging(judgedPlan())).toEqual({ ...JUDGE, trials: 2, votes: 22 });
  expect(plannedJudging(smallPlan())).toBeNull();
});

test('the limits of trials do not bound what a judge takes, and the budget of the run does', () => {
  expect(planBounds(judgedPlan())).toMatchObject({ requests: 34, tokens: null, usd: null });
  const budget = RunBudget.parse({ maxTokens: 500, maxUsd: 2 });
  expect(planBounds({ ...judgedPlan(), budget })).toMatchObject({ tokens: 500, usd: 2 });
});
