import { z } from 'zod';

/** What a run sets of its agent; the same in both arms. */
export const AgentSettings = z.strictObject({
  effort: z
    .string()
    .regex(/^[a-z]{1,16}$/, 'a word such as low, medium or high')
    .nullable()
    .describe('How hard the model should think; null: as the agent has it.'),
  temperature: z.number().min(0).max(2).nullable().describe('null: as the agent has it.'),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const USUAL_SETTINGS: AgentSettings = { effort: null, temperature: null };
