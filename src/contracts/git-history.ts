import { z } from 'zod';
import { RelativePath, Slug } from './identifiers.ts';

/** What git itself would refuse, or change before it writes it down, is refused here. */
const Author = z
  .string()
  .regex(
    /^[^\s<>"\\\p{Cc}][^<>"\\\p{Cc}]{0,98}[^\s<>"\\\p{Cc}] <[^\s<>"\\\p{Cc}]{1,100}>$/u,
    'a name and an address, as in Ada Lovelace <ada@example.com>',
  );

const GitCommit = z.strictObject({
  message: z.string().min(1).max(10_000),
  author: Author.default('Alex Example <alex@example.com>').describe('Who also commits it.'),
  date: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'With its offset, as in 2026-03-01T09:00:00+01:00; by default a day after the commit before it.',
    ),
  files: Slug.optional().describe(
    'A folder in `history/`, whose files come on top of those of the commit before. Without it and without `remove`, the files are those of `workspace/`.',
  ),
  remove: z
    .array(RelativePath)
    .min(1)
    .optional()
    .describe('Files of the commit before that this one removes.'),
});
export type GitCommit = z.infer<typeof GitCommit>;

/** The commits that a workspace has from the start; what `workspace/` has besides is not committed. */
export const GitHistory = z.strictObject({
  branch: z
    .string()
    .max(100)
    .regex(
      /^[a-z0-9]+(?:[-_/][a-z0-9]+)*$/,
      'the name of a branch in lowercase, such as main or feature/totals',
    )
    .default('main'),
  commits: z.array(GitCommit).min(1).max(100).describe('From the first to the last, which is checked out.'),
});
export type GitHistory = z.infer<typeof GitHistory>;
