import type { AgentSettings } from '../../contracts/agent-settings.ts';
import type { Usage } from '../../contracts/transcript.ts';

export type ToolCall = { id: string; tool: string; input: Record<string, unknown> };

export type ToolResult = { id: string; output: string; isError: boolean };

/**
 * How an answer ended. `cut` is the provider's limit for one answer: its calls may be half of what was meant
 * and are left out. `malformed` means that the provider could not read a call of the model, and dropped it. `context-limit`
 * means that the conversation has no room left.
 */
export type TurnEnding = 'whole' | 'cut' | 'malformed' | 'refused' | 'context-limit';

export type Turn = {
  kind: 'turn';
  text: string;
  toolCalls: readonly ToolCall[];
  usage: Usage;
  ending: TurnEnding;
};

/**
 * The request was turned down because of its content; whatever else goes wrong is thrown. `rejected` covers
 * all reasons but a full context and a content filter.
 */
export type TurnedDown = {
  kind: 'turned-down';
  ending: 'refused' | 'context-limit' | 'rejected';
  message: string;
};

/** A conversation through one provider's SDK, which keeps the history in that provider's own format. */
export interface Conversation {
  say(text: string, signal: AbortSignal): Promise<Turn | TurnedDown>;
  giveResults(results: readonly ToolResult[], signal: AbortSignal): Promise<Turn | TurnedDown>;
}

/** A tool that a model is offered. */
export type OfferedTool = {
  name: string;
  description: string;
  inputSchema: { type: 'object'; [word: string]: unknown };
  /** Whether the schema is one of those that a provider can hold its model to. */
  isStrict: boolean;
};

export type ConversationOptions = {
  model: string;
  system: string;
  tools: readonly OfferedTool[];
  token: string;
  fetch: (request: Request) => Promise<Response>;
  /** What is asked for beside that; by default nothing. */
  settings?: AgentSettings;
};

export type OpenConversation = (options: ConversationOptions) => Conversation;
