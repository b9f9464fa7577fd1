import { z } from 'zod';
import { Pattern, RelativePath, Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';

const title = z.string().min(1).describe('The claim that holds when this grader passes.');

export const FileContentGrader = z.strictObject({
  kind: z.literal('file-content'),
  title,
  path: RelativePath.describe('A file of the workspace.'),
  equalsFile: RelativePath.optional().describe('A file under `grade/` with the exact bytes expected.'),
  equals: z.string().optional().describe('The exact text expected.'),
  matches: Pattern.optional().describe('A regular expression (RE2) that must match somewhere in the text.'),
  absent: z.literal(true).optional().describe('The file must not exist.'),
});

export type FileContentGrader = z.infer<typeof FileContentGrader>;

export const CommandExitGrader = z.strictObject({
  kind: z.literal('command-exit'),
  title,
  command: z
    .string()
    .min(1)
    .describe(
      'Run by bash in a copy of the workspace, with the files of `grade/` at /grade. What the agent left is run with `as-agent PROGRAM…`, as a user who cannot see /grade.',
    ),
  exitCode: z
    .int()
    .min(0)
    .max(255)
    .default(0)
    .describe(
      'Any other exit code is a failed attempt, including 126 and 127 for a program that cannot be run.',
    ),
  timeoutSeconds: z.number().positive().max(600).default(60),
});
export type CommandExitGrader = z.infer<typeof CommandExitGrader>;

const expectationKeys = ['equalsFile', 'equals', 'matches', 'absent'] as const;

export const GraderSpec = z
  .discriminatedUnion('kind', [FileContentGrader, CommandExitGrader])
  .refine(
    (grader) =>
      grader.kind !== 'file-content' ||
      expectationKeys.filter((key) => grader[key] !== undefined).length === 1,
    `exactly one of ${expectationKeys.join(', ')}`,
  );
export type GraderSpec = z.infer<typeof GraderSpec>;

/** Files of `grade/` that a grader expects, by their paths below it. */
export function expectedFilesOf(grader: GraderSpec): string[] {
  return 'equalsFile' in grader && grader.equalsFile !== undefined ? [grader.equalsFile] : [];
}

/** `task.yaml`: one functional task that can be run in both arms and decided by its graders. */
export const Task = z.strictObject({
  id: Slug,
  level: z.enum(['common', 'edge']).describe('A representative use, or a boundary or failure-handling case.'),
  objective: z.string().min(1).describe('What the task tests, for the reader of a scorecard.'),
  prompt: z.string().min(1).describe('What the agent is asked, the same in both arms.'),
  expected: z.string().min(1).describe('The expected outcome, for the reader.'),
  limits: LimitOverrides.prefault({}),
  graders: z.array(GraderSpec).min(1).describe('All of them must pass.'),
});
export type Task = z.infer<typeof Task>;
