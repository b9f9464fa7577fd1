import { z } from 'zod';

/** What the shell inside a sandbox reports about a process that has ended. */
export const ShellExit = z.strictObject({
  exitCode: z.int().min(0).max(255),
  timedOut: z.boolean(),
  truncated: z.boolean(),
});
export type ShellExit = z.infer<typeof ShellExit>;

/** Why the system did not start a process, in its own words and with the path in question. */
export const ShellRefusal = z.strictObject({
  code: z.string(),
  message: z.string(),
  path: z.string().nullable(),
});
export type ShellRefusal = z.infer<typeof ShellRefusal>;
