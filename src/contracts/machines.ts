import { z } from 'zod';
import { Slug } from './identifiers.ts';

/** The size that a sandbox has: what the suite gives to the work, and what the agent's own program takes. */
export const SandboxSize = z.strictObject({
  memoryMib: z.int().positive(),
  cpus: z.number().positive(),
  processes: z.int().positive().describe('Threads count as processes.'),
  diskMib: z.int().positive().describe('Of the workspace, and of /tmp as well.'),
});
export type SandboxSize = z.infer<typeof SandboxSize>;

/** The sizes of the sandboxes of a run, the same in both arms. */
export const Machines = z.strictObject({
  suite: SandboxSize,
  tasks: z.record(Slug, SandboxSize).describe('Of the tasks that ask for a size of their own.'),
});
export type Machines = z.infer<typeof Machines>;
