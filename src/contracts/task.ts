import { z } from 'zod';
import { EgressPolicy } from './egress.ts';
import { TaskEnvironment } from './environment.ts';
import { GraderSpec } from './grader-spec.ts';
import { Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';

/** `task.yaml`: one functional task that can be run in both arms and decided by its graders. */
export const Task = z.strictObject({
  id: Slug,
  level: z.enum(['common', 'edge']).describe('A representative use, or a boundary or failure-handling case.'),
  objective: z.string().min(1).describe('What the task tests, for the reader of a scorecard.'),
  prompt: z.string().min(1).describe('What the agent is asked, the same in both arms.'),
  expected: z.string().min(1).describe('The expected outcome, for the reader.'),
  environment: TaskEnvironment.optional().describe(
    "What the sandboxes of this task have beside those of the suite; files for it are in the task's environment/.",
  ),
  limits: LimitOverrides.prefault({}),
  network: EgressPolicy.optional().describe(
    'What can be reached, in both arms; by default what the suite says.',
  ),
  graders: z.array(GraderSpec).min(1).describe('All of them must pass.'),
});
export type Task = z.infer<typeof Task>;
