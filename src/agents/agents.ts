import type { Agent, AgentDescription, ApiAgent } from './agent.ts';
import type { OpenConversation } from './api/conversation.ts';
import { runToolLoop } from './api/tool-loop.ts';
import { runProgram } from './programs/run-program.ts';

/** Each loads the SDK of one provider, and most runs need no other. */
const CONVERSATIONS = {
  anthropic: async () => (await import('./api/anthropic-conversation.ts')).openAnthropicConversation,
  openai: async () => (await import('./api/openai-conversation.ts')).openOpenaiConversation,
} as const satisfies Record<ApiAgent['provider'], () => Promise<OpenConversation>>;

/** Opens conversations with models of this provider. */
export async function conversationWith(provider: ApiAgent['provider']): Promise<OpenConversation> {
  return await CONVERSATIONS[provider]();
}

/** The agent of this description, ready to work. */
export async function readyAgent(agent: AgentDescription): Promise<Agent> {
  if (agent.kind === 'program') return { ...agent, run: runProgram(agent) };
  return { ...agent, run: runToolLoop(await conversationWith(agent.provider)) };
}
