import { z } from 'zod';
import { Sha256, Timestamp } from './identifiers.ts';

/**
 * A task is not proven if no exact grader failed wrong work, as where a model alone decides, or if not all that could be
 * left was tried; its suite may be proven in part.
 */
export const SuiteVerdict = z.enum(['proven', 'partly-proven', 'unproven', 'faulty']);
export type SuiteVerdict = z.infer<typeof SuiteVerdict>;

/** Why a suite cannot tell the arms apart, or would tell them apart wrongly. */
const SuiteFault = z.enum([
  'undecidable',
  'solution-missing',
  'solution-fails',
  'untouched-passes',
  'flaky',
  'cannot-fail',
  'done-anyway',
  'prompt-names-skill',
  'prompt-repeats-skill',
  'prompt-holds-answer',
  'answer-within-reach',
  'near-copy',
  'too-few-tasks',
]);

export const SuiteProblem = z.strictObject({ fault: SuiteFault, detail: z.string() });
export type SuiteProblem = z.infer<typeof SuiteProblem>;

const count = z.int().nonnegative();

export const TaskCheck = z.strictObject({
  task: z.string(),
  level: z.enum(['common', 'edge']),
  problems: z.array(SuiteProblem),
  mutants: z
    .strictObject({ tried: count, failed: count })
    .describe('Wrong versions of the solution, and how many of them the graders fail.'),
  weak: z.array(z.string()).describe('Wrong versions of the solution that pass.'),
  failsWrongWork: z
    .boolean()
    .describe('Whether graders that need no model fail some wrong work. If not, the task is not proven.'),
  triesAllTurns: z
    .boolean()
    .describe(
      'Whether nothing was done after each choice of what the user may be asked for. If not, the task is not proven.',
    ),
});
export type TaskCheck = z.infer<typeof TaskCheck>;

type TaskVerdict = Exclude<SuiteVerdict, 'partly-proven'>;

export function taskVerdict({
  problems,
  failsWrongWork,
  triesAllTurns,
}: Pick<TaskCheck, 'problems' | 'failsWrongWork' | 'triesAllTurns'>): TaskVerdict {
  if (problems.length > 0) return 'faulty';
  return failsWrongWork && triesAllTurns ? 'proven' : 'unproven';
}

/** A suite is proven only if all of its tasks are. */
export function suiteVerdict({ problems, tasks }: Pick<SuiteCheck, 'problems' | 'tasks'>): SuiteVerdict {
  const verdicts = tasks.map(taskVerdict);
  if (problems.length > 0 || verdicts.includes('faulty')) return 'faulty';
  if (!verdicts.includes('unproven')) return 'proven';
  return verdicts.includes('proven') ? 'partly-proven' : 'unproven';
}

/** What `assay check-suite` found. No model is asked. */
export const SuiteCheck = z.strictObject({
  format: z.literal('assay/suite-check@1'),
  suite: z.strictObject({ id: z.string(), title: z.string(), digest: Sha256 }),
  assayVersion: z.string(),
  checkedAt: Timestamp,
  imageDigest: z.string(),
  verdict: SuiteVerdict,
  proofs: z.int().positive().describe('How often each solution and each untouched workspace was graded.'),
  problems: z.array(SuiteProblem).describe('Problems of the suite as a whole.'),
  warnings: z.array(z.string()),
  resolution: z
    .array(z.strictObject({ repeats: z.int().positive(), tasks: z.int().positive() }))
    .describe(
      'With so many repeats, at least so many tasks have to change for a difference to be shown at 5 %.',
    ),
  tasks: z.array(TaskCheck),
});
export type SuiteCheck = z.infer<typeof SuiteCheck>;
