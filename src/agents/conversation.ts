import type { Usage } from '../contracts/transcript.ts';
import type { ToolDefinition } from './tools.ts';

export type ToolCall = { id: string; tool: string; input: Record<string, unknown> };

export type ToolResult = { id: string; output: string; isError: boolean };

/** One answer of the model. */
export type Turn = { text: string; toolCalls: readonly ToolCall[]; usage: Usage; refused: boolean };

/** A conversation through one provider's SDK, which keeps that provider's own form of the history. */
export interface Conversation {
  start(prompt: string, signal: AbortSignal): Promise<Turn>;
  continueWith(results: readonly ToolResult[], signal: AbortSignal): Promise<Turn>;
}

export type ConversationOptions = {
  model: string;
  system: string;
  tools: readonly ToolDefinition[];
  token: string;
  fetch: (request: Request) => Promise<Response>;
};

export type OpenConversation = (options: ConversationOptions) => Conversation;
