import { z } from 'zod';

/** A file that a process keeps on disk for as long as it may have sandboxes. */
export const Lease = z.strictObject({
  pid: z.int().positive(),
  processStart: z
    .string()
    .nullable()
    .describe('Tells a process from a later one with the same pid; null: unknown.'),
  hostname: z
    .string()
    .describe('The machine that the process runs on: a state folder can be shared between machines.'),
  engine: z.string().describe('Address of the Docker engine, as DOCKER_HOST would spell it.'),
});
export type Lease = z.infer<typeof Lease>;
