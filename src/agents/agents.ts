import { AssayError } from '../base/assay-error.ts';
import type { Agent } from './agent.ts';
import { openAnthropicConversation } from './api/anthropic-conversation.ts';
import { apiAgent } from './api/api-agent.ts';
import { openOpenaiConversation } from './api/openai-conversation.ts';

/** Every agent that a run can name. */
const AGENTS: readonly Agent[] = [
  apiAgent('api-anthropic', 'anthropic', openAnthropicConversation),
  apiAgent('api-openai', 'openai', openOpenaiConversation),
];

export function agentNamed(id: string): Agent {
  const agent = AGENTS.find((candidate) => candidate.id === id);
  if (agent !== undefined) return agent;
  const known = AGENTS.map((candidate) => candidate.id).join(', ');
  throw new AssayError('AGENT_UNKNOWN', `Unknown agent "${id}". There is: ${known}.`);
}
