import { z } from 'zod';

const count = z.int().nonnegative();

/** How many of the planned tasks and probes lack a result that a score needs. */
export const Standing = z
  .strictObject({
    tasks: z.strictObject({ lacking: count, of: count }),
    probes: z.strictObject({ lacking: count, of: count }),
  })
  .default({ tasks: { lacking: 0, of: 0 }, probes: { lacking: 0, of: 0 } })
  .describe('While anything is lacking, there is too little evidence to rely on, whatever the scores say.');
export type Standing = z.infer<typeof Standing>;

export function isSufficient({ tasks, probes }: Standing): boolean {
  return tasks.lacking + probes.lacking === 0;
}
