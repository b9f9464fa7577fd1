import { z } from 'zod';

const amount = z.number().nonnegative().nullable();

/** What a sandbox used from its start to the end of the agent, by the kernel's own count; `null`: it does not tell. */
export const Resources = z.strictObject({
  peakMemoryBytes: amount.describe('Pages of files in memory included.'),
  cpuSeconds: amount,
  peakProcesses: amount.describe('Threads count as processes.'),
  bytesWritten: amount.describe('To block devices; what stays in memory does not count.'),
});
export type Resources = z.infer<typeof Resources>;

/** Limits of the sandbox that the agent ran into. That explains a failure, and by itself is none. */
export const ReachedLimit = z.enum(['memory', 'pids', 'disk']);
export type ReachedLimit = z.infer<typeof ReachedLimit>;
