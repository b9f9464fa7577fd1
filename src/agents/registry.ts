import { AssayError } from '../base/assay-error.ts';
import type { StreamReader } from '../traffic/agent-account.ts';
import type { KnownAgent } from './agent.ts';
import { apiAgent } from './api/api-agent.ts';
import { claudeCode } from './programs/claude-code.ts';
import { codex } from './programs/codex.ts';
import { gemini } from './programs/gemini.ts';
import { opencode } from './programs/opencode.ts';

/**
 * Every agent, in the order in which the command line names them. This loads nothing that an agent needs for its work,
 * because help needs it too.
 */
export const AGENTS: readonly KnownAgent[] = [
  apiAgent({
    ...{ id: 'api-anthropic', title: 'API agent (Anthropic Messages)' },
    ...{ provider: 'anthropic', wire: 'anthropic-messages' },
  }),
  apiAgent({
    ...{ id: 'api-openai', title: 'API agent (OpenAI Responses)' },
    ...{ provider: 'openai', wire: 'openai-responses' },
  }),
  apiAgent({
    ...{ id: 'api-chat', title: 'API agent (Chat Completions)' },
    ...{ provider: 'openai', wire: 'openai-chat' },
  }),
  apiAgent({ id: 'api-gemini', title: 'API agent (Gemini)', provider: 'gemini', wire: 'gemini' }),
  claudeCode,
  codex,
  gemini,
  opencode,
];

/** The agent of a run that names none. */
export const DEFAULT_AGENT = 'api-anthropic';

export function describeAgent(id: string): KnownAgent {
  const agent = AGENTS.find((candidate) => candidate.id === id);
  if (agent !== undefined) return agent;
  const known = AGENTS.map((candidate) => candidate.id).join(', ');
  throw new AssayError('AGENT_UNKNOWN', `Unknown agent "${id}". Available: ${known}.`);
}

/** How the events of an agent about its own work are read; `null` if it prints none. */
export async function streamReaderOf(id: string): Promise<StreamReader | null> {
  const agent = AGENTS.find((candidate) => candidate.id === id);
  return (agent?.kind === 'program' ? await agent.stream?.() : null) ?? null;
}
