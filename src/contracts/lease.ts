import { z } from 'zod';

/** Left on disk by a process that makes sandboxes, for as long as it may have some. */
export const Lease = z.strictObject({
  pid: z.int().positive(),
  processStart: z
    .string()
    .nullable()
    .describe('Tells a process from a later one with its pid; null: unknown.'),
  hostname: z.string().describe('Where that process runs: a state folder can be shared between machines.'),
  engine: z.string().describe('Address of the Docker engine, as DOCKER_HOST would spell it.'),
});
export type Lease = z.infer<typeof Lease>;
