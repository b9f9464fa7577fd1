import Anthropic from '@anthropic-ai/sdk';
import type { Conversation, ConversationOptions, ToolResult, Turn } from './conversation.ts';
import { inputSchema } from './tools.ts';

const MAX_OUTPUT_TOKENS = 8192;

/** Anthropic Messages through the official SDK. Retries are the gateway's, so the SDK makes none. */
export function openAnthropicConversation(options: ConversationOptions): Conversation {
  const client = new Anthropic({
    apiKey: options.token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => options.fetch(new Request(url, init)),
  });
  const messages: Anthropic.MessageParam[] = [];

  async function say(content: Anthropic.MessageParam['content'], signal: AbortSignal): Promise<Turn> {
    messages.push({ role: 'user', content });
    const answer = await client.messages.create(
      {
        model: options.model,
        max_tokens: MAX_OUTPUT_TOKENS,
        system: options.system,
        tools: options.tools.map((tool) => ({
          name: tool.name,
          description: tool.description,
          input_schema: inputSchema(tool),
        })),
        messages,
      },
      { signal },
    );
    messages.push({ role: 'assistant', content: answer.content });
    return turnOf(answer);
  }

  return {
    start: (prompt, signal) => say(prompt, signal),
    continueWith: (results, signal) => say(results.map(resultBlock), signal),
  };
}

function resultBlock({ id, output, isError }: ToolResult): Anthropic.ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, content: output, is_error: isError };
}

function turnOf(answer: Anthropic.Message): Turn {
  return {
    text: answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    toolCalls: answer.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, tool: block.name, input: recordOf(block.input) }] : [],
    ),
    usage: {
      inputTokens: answer.usage?.input_tokens ?? null,
      outputTokens: answer.usage?.output_tokens ?? null,
    },
    refused: answer.stop_reason === 'refusal',
  };
}

function recordOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
