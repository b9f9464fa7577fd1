import { z } from 'zod';

const tokens = z.int().nonnegative().nullable();

/** As the provider's own fields say it; `null` where an answer did not say. */
export const TokenUsage = z.strictObject({
  inputTokens: tokens.describe('All that went in, from a cache or not.'),
  outputTokens: tokens.describe('All that came out, reasoning included.'),
  cacheReadTokens: tokens.describe('Of the input.'),
  cacheWriteTokens: tokens.describe('Of the input.'),
  reasoningTokens: tokens.describe('Of the output.'),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

export const UNKNOWN_USAGE = {
  inputTokens: null,
  outputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
} as const satisfies TokenUsage;

const milliseconds = z.number().nonnegative();

/** One model request of a trial: what it came to, an answer, an error in its place, or nothing before its client left. */
export const ModelCall = z.strictObject({
  wire: z.string(),
  model: z.string(),
  status: z.int().nullable().describe('HTTP status of the answer; null where none came.'),
  isComplete: z.boolean().describe('False where the answer broke off, whoever broke it off.'),
  isLeft: z
    .boolean()
    .default(false)
    .describe('The client left before the end of its answer, or before it came.'),
  latencyMs: milliseconds.describe('From the request to the end of its answer, without what was waited.'),
  waitedMs: milliseconds.describe("For a free place or before a retry: not the agent's time."),
  usage: TokenUsage.nullable().describe('null where there was an error in place of an answer.'),
});
export type ModelCall = z.infer<typeof ModelCall>;

export function isAnswered({ usage }: ModelCall): boolean {
  return usage !== null;
}

/** What some work with models took. */
export const Spending = z.strictObject({
  modelCalls: z.array(ModelCall).default([]),
  seconds: z.number().nonnegative().default(0).describe("The agent's own time."),
});
export type Spending = z.infer<typeof Spending>;
