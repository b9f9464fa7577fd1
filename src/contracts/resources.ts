import { z } from 'zod';

const amount = z.number().nonnegative().nullable();

/**
 * What a sandbox used from its start to the end of the agent, as the kernel counts it; `null`
 * if the kernel does not report it.
 */
export const Resources = z.strictObject({
  peakMemoryBytes: amount.describe('Includes the page cache.'),
  cpuSeconds: amount,
  peakProcesses: amount.describe('Threads count as processes.'),
  bytesWritten: amount.describe('Bytes written to block devices; what stays in memory does not count.'),
});
export type Resources = z.infer<typeof Resources>;

/** Limits of the sandbox that the agent hit. That may explain a failure, but is not one by itself. */
export const ReachedLimit = z.enum(['memory', 'pids', 'disk']);
export type ReachedLimit = z.infer<typeof ReachedLimit>;
