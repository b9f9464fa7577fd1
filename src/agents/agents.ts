import type { Agent, ApiAgent } from './agent.ts';
import { openAnthropicConversation } from './api/anthropic-conversation.ts';
import type { OpenConversation } from './api/conversation.ts';
import { openOpenaiConversation } from './api/openai-conversation.ts';
import { runToolLoop } from './api/tool-loop.ts';
import { runProgram } from './programs/run-program.ts';
import { describeAgent } from './registry.ts';

const CONVERSATIONS = {
  anthropic: openAnthropicConversation,
  openai: openOpenaiConversation,
} as const satisfies Record<ApiAgent['provider'], OpenConversation>;

/** Opens conversations with models of this provider. */
export function conversationWith(provider: ApiAgent['provider']): OpenConversation {
  return CONVERSATIONS[provider];
}

/** The agent of the registry with this id, ready to work. */
export function agentNamed(id: string): Agent {
  const agent = describeAgent(id);
  if (agent.kind === 'program') return { ...agent, run: runProgram(agent) };
  return { ...agent, run: runToolLoop(conversationWith(agent.provider)) };
}
