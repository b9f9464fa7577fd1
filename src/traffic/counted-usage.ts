import { type TokenUsage, UNKNOWN_USAGE } from '../contracts/model-call.ts';
import type { ModelAnswer } from './wire.ts';

/**
 * What an answer says it used, unless that cannot be: a prompt is never empty, and an answer that says something took
 * tokens. Servers without a count of their own send zeros in its place.
 */
export function countedUsage({ usage, text, toolCalls }: ModelAnswer): TokenUsage {
  const saysSomething = text !== '' || toolCalls.length > 0;
  const isCounted = usage.inputTokens !== 0 && !(saysSomething && usage.outputTokens === 0);
  return isCounted ? usage : UNKNOWN_USAGE;
}
