import OpenAI from 'openai';
import type { Conversation, ConversationOptions, ToolCall, ToolResult, Turn } from './conversation.ts';
import { inputSchema } from './tools.ts';

type Item = OpenAI.Responses.ResponseInputItem;

/** OpenAI Responses through the official SDK. Retries are the gateway's, so the SDK makes none. */
export function openOpenaiConversation(options: ConversationOptions): Conversation {
  const client = new OpenAI({
    apiKey: options.token,
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: (url, init) => options.fetch(new Request(url, init)),
  });
  const input: Item[] = [];

  async function say(items: readonly Item[], signal: AbortSignal): Promise<Turn> {
    input.push(...items);
    const answer = await client.responses.create(
      {
        model: options.model,
        instructions: options.system,
        tools: options.tools.map((tool) => ({
          type: 'function',
          name: tool.name,
          description: tool.description,
          parameters: inputSchema(tool),
          strict: true,
        })),
        input,
        store: false,
      },
      { signal },
    );
    input.push(...answer.output.filter(isHistory));
    return turnOf(answer);
  }

  return {
    start: (prompt, signal) => say([{ role: 'user', content: prompt }], signal),
    continueWith: (results, signal) => say(results.map(outputItem), signal),
  };
}

/** The items that go back as they came; with `store: false` the provider keeps none of them for us. */
function isHistory(item: OpenAI.Responses.ResponseOutputItem) {
  return item.type === 'message' || item.type === 'function_call' || item.type === 'reasoning';
}

function outputItem({ id, output }: ToolResult): Item {
  return { type: 'function_call_output', call_id: id, output };
}

function turnOf(answer: OpenAI.Responses.Response): Turn {
  const parts = answer.output.flatMap((item) => (item.type === 'message' ? item.content : []));
  return {
    text: parts.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join('\n'),
    toolCalls: answer.output.flatMap((item) => (item.type === 'function_call' ? [callOf(item)] : [])),
    usage: {
      inputTokens: answer.usage?.input_tokens ?? null,
      outputTokens: answer.usage?.output_tokens ?? null,
    },
    refused: parts.some((part) => part.type === 'refusal'),
  };
}

/** Arguments that are not a JSON object are the model's mistake: the tool gets none and says what it misses. */
function callOf(item: OpenAI.Responses.ResponseFunctionToolCall): ToolCall {
  return { id: item.call_id, tool: item.name, input: parseArguments(item.arguments) };
}

function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
