import { z } from 'zod';

const maxSeconds = z.number().positive().max(7200).describe('Wall time of the agent.');
const maxRequests = z
  .int()
  .positive()
  .max(1000)
  .describe('Model answers before the agent is stopped; the gateway gives no more, whatever the agent.');
const maxUsd = z
  .number()
  .positive()
  .nullable()
  .describe('US dollars. The model needs a price that is known.');
const maxTokens = z.int().positive().nullable().describe('Input and output tokens together.');

/** What one trial may use. Reaching one is a measured failure of the attempt, not a fault of the harness. */
export const Limits = z.strictObject({
  maxSeconds: maxSeconds.default(300),
  maxRequests: maxRequests.default(30),
  maxTokens: maxTokens.default(null),
  maxUsd: maxUsd.default(null),
});
export type Limits = z.infer<typeof Limits>;

/** Only what was written: a default here would hide the suite's value behind a task that says nothing. */
export const LimitOverrides = z.strictObject({ maxSeconds, maxRequests, maxTokens, maxUsd }).partial();
export type LimitOverrides = z.infer<typeof LimitOverrides>;
