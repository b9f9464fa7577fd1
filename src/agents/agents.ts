import { type AgentSettings, USUAL_SETTINGS } from '../contracts/agent-settings.ts';
import type { ProviderId } from '../contracts/providers.ts';
import type { Agent, AgentDescription, ApiAgent } from './agent.ts';
import type { OpenConversation } from './api/conversation.ts';
import { runToolLoop } from './api/tool-loop.ts';
import { runProgram } from './programs/run-program.ts';

/** Each loads the SDK of one provider, and most runs need no other. */
const CONVERSATIONS = {
  'anthropic-messages': async () =>
    (await import('./api/anthropic-conversation.ts')).openAnthropicConversation,
  'openai-responses': async () => (await import('./api/openai-conversation.ts')).openOpenaiConversation,
  'openai-chat': async () => (await import('./api/chat-conversation.ts')).openChatConversation,
  gemini: async () => (await import('./api/gemini-conversation.ts')).openGeminiConversation,
} as const satisfies Record<ApiAgent['wire'], () => Promise<OpenConversation>>;

const USUAL_WIRE = {
  anthropic: 'anthropic-messages',
  openai: 'openai-responses',
  gemini: 'gemini',
} as const satisfies Record<ProviderId, ApiAgent['wire']>;

/**
 * Opens conversations with models of this provider, over the wire of the run's agent if it speaks to the same one: a
 * server of one's own may speak no other.
 */
export async function conversationWith(
  provider: ProviderId,
  agent: AgentDescription,
): Promise<OpenConversation> {
  const isSame = agent.kind === 'api' && agent.provider === provider;
  return await CONVERSATIONS[isSame ? agent.wire : USUAL_WIRE[provider]]();
}

/** The agent of this description, ready to work with these settings. */
export async function readyAgent(
  agent: AgentDescription,
  settings: AgentSettings = USUAL_SETTINGS,
): Promise<Agent> {
  if (agent.kind === 'program') return { ...agent, run: runProgram(agent, settings) };
  return { ...agent, run: runToolLoop(await CONVERSATIONS[agent.wire](), settings) };
}
