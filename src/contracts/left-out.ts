import { z } from 'zod';
import { Arm, ProbeGroup, Slug } from './identifiers.ts';

/** What a run was told to skip. It is not measured, which is neither 0 nor 100. */
export const LeftOut = z
  .strictObject({
    tasks: z.array(Slug).default([]),
    probes: z.array(z.strictObject({ id: Slug, group: ProbeGroup })).default([]),
    arms: z.array(Arm).default([]),
  })
  .prefault({})
  .describe('What whoever started the run chose to leave out.');
export type LeftOut = z.infer<typeof LeftOut>;

export function isWhole({ tasks, probes, arms }: LeftOut): boolean {
  return tasks.length + probes.length + arms.length === 0;
}

/** Whether a score is missing because of what was left out, and not because of a fault. */
export function leavesUnmeasured({ probes, arms }: LeftOut) {
  return { utility: arms.length > 0, security: probes.length > 0 || arms.includes('with-skill') };
}
