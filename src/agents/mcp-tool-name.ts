import type { McpCall } from '../contracts/script.ts';
import type { AgentDescription } from './agent.ts';
import { nameForModel } from './api/name-for-model.ts';

/** The name by which the model of an agent calls a tool of an MCP server. */
export function mcpToolName(agent: AgentDescription, { server, tool }: Omit<McpCall, 'arguments'>): string {
  if (agent.kind === 'api') return nameForModel(server, tool);
  return agent.tools.mcp({ server, tool, arguments: {} }).tool;
}
