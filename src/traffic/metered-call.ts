import { type ModelCall, UNKNOWN_USAGE } from '../contracts/model-call.ts';
import type { ReadAnswer } from './answer-reader.ts';

/** How a request counts as use of the model; `read` is `null` if nothing came back. */
export function meteredCall(
  asked: Omit<ModelCall, 'isComplete' | 'usage'>,
  read: ReadAnswer | null,
): ModelCall {
  // Nobody can tell what a provider makes of a request that its client left before it was answered.
  if (read === null) return { ...asked, isComplete: false, usage: asked.isLeft ? UNKNOWN_USAGE : null };
  const isOk = asked.status !== null && asked.status >= 200 && asked.status < 300;
  const usage = isOk && read.isAnswered ? (read.answer?.usage ?? UNKNOWN_USAGE) : null;
  return { ...asked, isComplete: read.isComplete, usage };
}
