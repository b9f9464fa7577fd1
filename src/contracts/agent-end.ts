import { z } from 'zod';

/** How the agent's part of a trial ended. All of these are measured outcomes of the attempt. */
export const AgentEnd = z.enum([
  'finished',
  'gave-up',
  'refused',
  'context-limit',
  'output-limit',
  'malformed-answer',
  'rejected',
  'provider-error',
  'timeout',
  'budget',
  // Only in older records: it is a budget like any other now.
  'turn-limit',
  'killed',
  'crashed',
]);
export type AgentEnd = z.infer<typeof AgentEnd>;

/**
 * How the conversation of an agent with its model stood when the agent ended, as the traffic shows it. Nothing that the agent
 * says about itself is in it.
 */
export const ConversationEnd = z.strictObject({
  kind: z
    .enum([
      'answered',
      'refused',
      'context-limit',
      'output-limit',
      'malformed-answer',
      'rejected',
      'provider-error',
      'awaits-tool',
      'awaits-model',
      'not-asked',
    ])
    .describe(
      '`answered`: the model has ended its work; `awaits-tool`: it waits for what a tool returns; `awaits-model`: a request is open, or was left.',
    ),
  said: z
    .string()
    .nullable()
    .describe('The words of a refusal or an error, shortened; null if there are none.'),
});
export type ConversationEnd = z.infer<typeof ConversationEnd>;

/** How an agent itself ended, where no limit and nothing else that the harness did has ended it. */
export const AgentExit = z.enum(['clean', 'failed']);
export type AgentExit = z.infer<typeof AgentExit>;

/** What becomes of an agent that has ended by itself. Whatever runs in a sandbox can choose the exit code, and the traffic cannot be undone. */
export function endBy(exit: AgentExit, { kind }: ConversationEnd): AgentEnd {
  if (kind === 'answered') return exit === 'clean' ? 'finished' : 'crashed';
  const isWaiting = kind === 'awaits-tool' || kind === 'awaits-model' || kind === 'not-asked';
  if (isWaiting) return exit === 'clean' ? 'gave-up' : 'crashed';
  return kind;
}

const ENDS = {
  finished: 'the agent has ended its work',
  'gave-up': 'the agent ended by itself',
  refused: 'the model refused, or a filter of its provider did',
  'context-limit': 'the conversation no longer fitted into the context of the model',
  'output-limit': 'an answer was cut off at the output limit of the model, and the agent did not go on',
  'malformed-answer': 'an answer of the model could not be read, and the agent did not go on',
  rejected: 'the provider did not take a request for what it held',
  'provider-error': 'the provider failed, and the agent did not go on',
  timeout: 'the time limit was reached',
  budget: 'a budget was used up',
  'turn-limit': 'the limit of turns was reached',
  killed: 'the sandbox reached its limits and took all that was in it along',
  crashed: 'the agent crashed',
} as const satisfies Record<AgentEnd, string>;

export function describeEnd(end: AgentEnd): string {
  return ENDS[end];
}

const MEANWHILE = {
  answered: 'after the model had ended its work',
  refused: 'after the model had refused',
  'context-limit': 'after the context of the model was full',
  'output-limit': 'after an answer was cut off at the output limit of the model',
  'malformed-answer': 'after an answer of the model could not be read',
  rejected: 'after the provider had rejected a request',
  'provider-error': 'while the provider failed',
  'awaits-tool': 'while a tool was at work, or before its result was sent',
  'awaits-model': 'while the agent waited for its model',
  'not-asked': 'before it had asked its model anything',
} as const satisfies Record<ConversationEnd['kind'], string>;

/** How far the work was when the agent ended. */
export function describeMeanwhile({ kind }: ConversationEnd): string {
  return MEANWHILE[kind];
}
