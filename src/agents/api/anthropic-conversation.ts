import Anthropic from '@anthropic-ai/sdk';
import type {
  Conversation,
  ConversationOptions,
  OfferedTool,
  ToolCall,
  ToolResult,
  Turn,
  TurnEnding,
  TurnedDown,
} from './conversation.ts';
import { EFFORTS } from './efforts.ts';
import { turnedDown } from './turned-down.ts';
import { usageOf } from './usage-of.ts';

const MAX_OUTPUT_TOKENS = 8192;

/** Anthropic Messages through the official SDK. The gateway retries, so the SDK does not. */
export function openAnthropicConversation(options: ConversationOptions): Conversation {
  const client = new Anthropic({
    apiKey: options.token,
    baseURL: 'http://gateway.invalid',
    maxRetries: 0,
    fetch: (url, init) => options.fetch(new Request(url, init)),
  });
  const messages: Anthropic.MessageParam[] = [];

  async function ask(content: Anthropic.MessageParam['content'], signal: AbortSignal) {
    messages.push({ role: 'user', content });
    const request = { ...fixedPart(options), messages };
    const answer = await client.messages.create(request, { signal }).catch(rejectionOf);
    if ('kind' in answer) return answer;
    const history = historyOf(answer);
    if (history.length > 0) messages.push({ role: 'assistant', content: history });
    return turnOf(answer);
  }

  return {
    say: (text, signal) => ask(text, signal),
    giveResults: (results, signal) => ask(results.map(resultBlock), signal),
  };
}

function fixedPart({ model, system, tools, settings }: ConversationOptions) {
  const effort = EFFORTS['anthropic-messages'].find((known) => known === settings?.effort);
  const temperature = settings?.temperature ?? null;
  return {
    model,
    ...(effort === undefined ? {} : { output_config: { effort } }),
    ...(temperature === null ? {} : { temperature }),
    max_tokens: MAX_OUTPUT_TOKENS,
    system,
    ...(tools.length === 0 ? {} : { tools: tools.map(definitionOf) }),
  };
}

function definitionOf(tool: OfferedTool): Anthropic.Tool {
  return { name: tool.name, description: tool.description, input_schema: tool.inputSchema };
}

function rejectionOf(error: unknown): TurnedDown {
  if (!(error instanceof Anthropic.APIError)) throw error;
  const { status, type, errorCode, apiMessage, message } = error;
  return turnedDown({ status, codes: [type, errorCode], message: apiMessage ?? message }, error);
}

/**
 * Thinking goes back unchanged. Of an answer that was cut, only the text goes back: an incomplete call, or a
 * thought without its signature, would be refused.
 */
function historyOf(answer: Anthropic.Message): Anthropic.ContentBlock[] {
  if (endingOf(answer) !== 'cut') return answer.content;
  return answer.content.filter((block) => block.type === 'text' && block.text.trim() !== '');
}

function resultBlock({ id, output, isError }: ToolResult): Anthropic.ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: id, content: output, is_error: isError };
}

function turnOf(answer: Anthropic.Message): Turn {
  const ending = endingOf(answer);
  return {
    kind: 'turn',
    text: answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    toolCalls: ending === 'whole' ? callsIn(answer) : [],
    usage: usageOf(answer.usage?.input_tokens, answer.usage?.output_tokens),
    ending,
  };
}

function endingOf({ stop_reason }: Anthropic.Message): TurnEnding {
  if (stop_reason === 'max_tokens') return 'cut';
  if (stop_reason === 'model_context_window_exceeded') return 'context-limit';
  return stop_reason === 'refusal' ? 'refused' : 'whole';
}

function callsIn({ content }: Anthropic.Message): ToolCall[] {
  return content.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, tool: block.name, input: recordOf(block.input) }] : [],
  );
}

function recordOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
