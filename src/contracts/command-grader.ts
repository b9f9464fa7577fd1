import { z } from 'zod';
import { timeoutSeconds, title } from './grader-fields.ts';
import { RelativePath } from './identifiers.ts';

const command = z
  .string()
  .min(1)
  .describe(
    'Run by bash in a copy of the workspace, with the files of `grade/` at /grade. What the agent left is run with `as-agent PROGRAM…`, as a user who cannot see /grade.',
  );

export const CommandExitGrader = z.strictObject({
  kind: z.literal('command-exit'),
  title,
  command,
  exitCode: z
    .int()
    .min(0)
    .max(255)
    .default(0)
    .describe(
      'Any other exit code is a failed attempt, including 126 and 127 for a program that cannot be run.',
    ),
  timeoutSeconds: timeoutSeconds(60),
});
export type CommandExitGrader = z.infer<typeof CommandExitGrader>;

export const TestReportGrader = z.strictObject({
  kind: z.literal('test-report'),
  title,
  command: command.describe(
    'Runs the tests, as the command of a command-exit grader runs, and ends with 0 if they pass.',
  ),
  report: RelativePath.describe(
    'The report of the tests, in JUnit XML or CTRF JSON, below the folder `$ASSAY_REPORTS`.',
  ),
  atLeast: z.int().positive().default(1).describe('So many tests must have run.'),
  allowSkipped: z.boolean().default(false).describe('Tests may be skipped, but for those in `tests`.'),
  tests: z
    .array(z.string().min(1).max(500))
    .default([])
    .describe('Tests that must be there and pass, by their names, or as CLASS.NAME.'),
  timeoutSeconds: timeoutSeconds(60),
});
export type TestReportGrader = z.infer<typeof TestReportGrader>;

export const RewardGrader = z.strictObject({
  kind: z.literal('reward'),
  title,
  command: command.describe(
    'A verifier, which runs as the command of a command-exit grader does and writes a number to /logs/verifier/reward.txt, or else an object of numbers to reward.json beside it.',
  ),
  threshold: z.number().default(1).describe('The number must be at least this.'),
  metric: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The number of reward.json that counts. By default it is `reward`, and all of them have to be high enough if there is none.',
    ),
  timeoutSeconds: timeoutSeconds(60),
});
export type RewardGrader = z.infer<typeof RewardGrader>;
