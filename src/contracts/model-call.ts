import { z } from 'zod';
import { SideLabel } from './side-requests.ts';

const tokens = z.int().nonnegative().nullable();

/** Usage as the provider's own fields report it; `null` if an answer did not report it. */
export const TokenUsage = z.strictObject({
  inputTokens: tokens.describe('All input tokens, cached or not.'),
  outputTokens: tokens.describe('All output tokens, including reasoning.'),
  cacheReadTokens: tokens.describe('Input tokens that were read from a cache.'),
  cacheWriteTokens: tokens.describe('Input tokens that were written to a cache.'),
  reasoningTokens: tokens.describe('Output tokens that were spent on reasoning.'),
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

/**
 * One model request of a trial and its outcome: an answer, an error instead, or
 * nothing before its client left.
 */
export const ModelCall = z.strictObject({
  wire: z.string(),
  model: z.string(),
  status: z.int().nullable().describe('HTTP status of the answer; null if none came.'),
  isComplete: z.boolean().describe('False if the answer broke off before its end, whichever side caused it.'),
  isLeft: z
    .boolean()
    .default(false)
    .describe('The client left before the end of its answer, or before it came.'),
  latencyMs: milliseconds.describe('Milliseconds from the request to the end of its answer, without waits.'),
  waitedMs: milliseconds.describe(
    "Milliseconds that the request waited for a free place or before a retry. They are not the agent's time.",
  ),
  usage: TokenUsage.nullable().describe('null if there was an error instead of an answer.'),
  label: SideLabel.exactOptional().describe("none: it was the agent's work, or cannot be told from it."),
});
export type ModelCall = z.infer<typeof ModelCall>;

export function isAnswered({ usage }: ModelCall): boolean {
  return usage !== null;
}

/** What some work with models used. */
export const Spending = z.strictObject({
  modelCalls: z.array(ModelCall).default([]),
  checkCalls: z
    .array(ModelCall)
    .exactOptional()
    .describe("Assay's own questions, to see whether the provider works; none if it asked nothing."),
  judgeCalls: z
    .array(ModelCall)
    .exactOptional()
    .describe('Requests to the model that judges rubrics; none if it was not asked.'),
  seconds: z.number().nonnegative().default(0).describe("The agent's own time."),
});
export type Spending = z.infer<typeof Spending>;
