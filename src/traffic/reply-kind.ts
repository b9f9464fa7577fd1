import type { ConversationEnd } from '../contracts/agent-end.ts';
import type { WireExchange } from '../contracts/wire-log.ts';
import type { ReadAnswer } from './answer-reader.ts';
import { type Rejection, rejectionKind } from './rejection.ts';
import type { ModelAnswer } from './wire.ts';

/** What came of a request for an answer: `calls` is an answer that calls tools, and `left` one for which its client did not wait. */
export type ReplyKind =
  | Exclude<ConversationEnd['kind'], 'awaits-tool' | 'awaits-model' | 'not-asked'>
  | 'calls'
  | 'left';

type Ended = Pick<WireExchange, 'status' | 'isLeft'>;

export function replyKind({ status, isLeft }: Ended, read: ReadAnswer): ReplyKind {
  const { answer, said, codes, isComplete, isMalformed } = read;
  if (said !== null || (status !== null && status >= 400))
    return errorKind({ status: status ?? undefined, codes, message: said ?? '' });
  if (isLeft !== false && !isComplete) return 'left';
  if (isMalformed && !isComplete) return 'malformed-answer';
  if (status === null || !isComplete) return 'provider-error';
  return answer === null ? 'malformed-answer' : answerKind(answer);
}

/** A model that the provider does not know is an error in what was asked. */
function errorKind(error: Rejection): ReplyKind {
  return rejectionKind(error) ?? (error.status === 404 ? 'rejected' : 'provider-error');
}

function answerKind({ refused, cut, isFull, isMalformed, toolCalls }: ModelAnswer): ReplyKind {
  if (refused) return 'refused';
  if (isFull === true) return 'context-limit';
  if (cut) return 'output-limit';
  if (isMalformed === true) return 'malformed-answer';
  return toolCalls.length > 0 ? 'calls' : 'answered';
}
