import { z } from 'zod';

/** As long as an agent may work. */
export const LONGEST_SECONDS = 7200;

const maxSeconds = z.number().positive().max(LONGEST_SECONDS).describe('Wall time of the agent.');
const maxRequests = z
  .int()
  .positive()
  .max(1000)
  .describe(
    'Model answers on the task before the agent is stopped. The gateway enforces this for every agent. Some titles, summaries and requests of sub-agents are not counted.',
  );
const maxUsd = z.number().positive().nullable().describe('US dollars. The price of the model must be known.');
const maxTokens = z.int().positive().nullable().describe('Input and output tokens together.');

/**
 * The most that one trial may use. Reaching a limit is a measured failure of the
 * attempt, not a fault of the harness.
 */
export const Limits = z.strictObject({
  maxSeconds: maxSeconds.default(300),
  maxRequests: maxRequests.default(30),
  maxTokens: maxTokens.default(null),
  maxUsd: maxUsd.default(null),
});
export type Limits = z.infer<typeof Limits>;

/**
 * Holds only what was written: a default here would override the suite's value for a task that says nothing.
 */
export const LimitOverrides = z.strictObject({ maxSeconds, maxRequests, maxTokens, maxUsd }).partial();
export type LimitOverrides = z.infer<typeof LimitOverrides>;

/** The limits of a task or probe take precedence over those of its suite, and those over the defaults. */
export function effectiveLimits(suiteDefaults: LimitOverrides, own: LimitOverrides): Limits {
  return Limits.parse({ ...suiteDefaults, ...own });
}
