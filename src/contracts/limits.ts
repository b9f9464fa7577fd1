import { z } from 'zod';

/** What one trial may use. Reaching one is a measured failure of the attempt, not a fault of the harness. */
export const Limits = z.strictObject({
  timeoutSeconds: z.number().positive().max(7200).default(300).describe('Wall time of the agent.'),
  maxTurns: z.int().positive().max(1000).default(30).describe('Model answers before the agent is stopped.'),
  maxTokens: z.int().positive().nullable().default(null).describe('Input and output tokens together.'),
});
export type Limits = z.infer<typeof Limits>;
