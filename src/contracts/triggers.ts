import { z } from 'zod';

const TriggerQuery = z.strictObject({
  query: z.string().min(1).describe('What a user asks.'),
  expect: z
    .enum(['invoked', 'not-invoked'])
    .describe('Whether an agent that has the skill should use it for this.'),
  reason: z.string().min(1).optional().describe('Why, for the reader; above all for a near miss.'),
  confidence: z
    .enum(['high', 'medium', 'low'])
    .optional()
    .describe('How sure its author is of what should happen.'),
});
export type TriggerQuery = z.infer<typeof TriggerQuery>;

/** `triggers.yaml` of a suite: queries for which the skill should be used, and others for which it should not. */
export const Triggers = z.strictObject({
  version: z.literal(1),
  skill: z.string().min(1).describe('The name of the skill.'),
  queries: z.array(TriggerQuery).min(1),
});
export type Triggers = z.infer<typeof Triggers>;
