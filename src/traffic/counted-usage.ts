import { type TokenUsage, UNKNOWN_USAGE } from '../contracts/model-call.ts';
import type { ModelAnswer } from './wire.ts';

/**
 * The usage that an answer reports, unless it is impossible: a prompt is never empty, and an answer that says
 * something took tokens. Servers that do not count report zeros instead.
 */
export function countedUsage({ usage, text, toolCalls }: ModelAnswer): TokenUsage {
  const saysSomething = text !== '' || toolCalls.length > 0;
  const isCounted = usage.inputTokens !== 0 && !(saysSomething && usage.outputTokens === 0);
  return isCounted ? usage : UNKNOWN_USAGE;
}
