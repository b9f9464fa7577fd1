import type OpenAI from 'openai';
import { objectIn } from '../../traffic/wires/json-object.ts';
import type {
  Conversation,
  ConversationOptions,
  OfferedTool,
  ToolCall,
  ToolResult,
  Turn,
  TurnEnding,
} from './conversation.ts';
import { EFFORTS } from './efforts.ts';
import { openaiClient, rejectionOf } from './openai-client.ts';
import { unreadable } from './turned-down.ts';
import { usageOf } from './usage-of.ts';

type Message = OpenAI.ChatCompletionMessageParam;
type Choice = OpenAI.ChatCompletion.Choice;

/**
 * OpenAI Chat Completions, which most servers of one's own speak. Requests hold nothing but what all of these servers
 * know: a `system` message, and tools that are not `strict`.
 */
export function openChatConversation(options: ConversationOptions): Conversation {
  const { system, tools } = options;
  const client = openaiClient(options);
  const offered = tools.length === 0 ? {} : { tools: tools.map(definitionOf) };
  const messages: Message[] = [{ role: 'system', content: system }];

  async function ask(added: readonly Message[], signal: AbortSignal) {
    messages.push(...added);
    const request = { ...settingsOf(options), messages, ...offered };
    const answer = await client.chat.completions.create(request, { signal }).catch(rejectionOf);
    if ('kind' in answer) return answer;
    const choice = choiceOf(answer);
    messages.push(...historyOf(choice));
    return turnOf(choice, answer);
  }

  return {
    say: (text, signal) => ask([{ role: 'user', content: text }], signal),
    giveResults: (results, signal) => ask(results.map(resultMessage), signal),
  };
}

function settingsOf({ model, settings }: ConversationOptions) {
  const effort = EFFORTS['openai-chat'].find((known) => known === settings?.effort);
  const temperature = settings?.temperature ?? null;
  return {
    model,
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
    ...(temperature === null ? {} : { temperature }),
  };
}

function definitionOf(tool: OfferedTool): OpenAI.ChatCompletionFunctionTool {
  const { name, description } = tool;
  return { type: 'function', function: { name, description, parameters: tool.inputSchema } };
}

/** The SDK checks nothing of what a server sent. */
function choiceOf({ choices }: OpenAI.ChatCompletion): Choice {
  const choice: Partial<Choice> | undefined = choices[0];
  if (choice?.message === undefined || choice.message === null) throw unreadable();
  return { index: 0, finish_reason: 'stop', logprobs: null, ...choice, message: choice.message };
}

/**
 * The message goes back as it came, with its reasoning. Of a cut one only the text does, because an incomplete call
 * would be refused. A message with neither text nor calls would be refused too.
 */
function historyOf(choice: Choice): Message[] {
  const { message } = choice;
  const content = message.content ?? '';
  if (endingOf(choice) === 'cut') return content.trim() === '' ? [] : [{ role: 'assistant', content }];
  return content === '' && callsIn(choice).length === 0 ? [] : [{ ...message, role: 'assistant' }];
}

function resultMessage({ id, output }: ToolResult): Message {
  return { role: 'tool', tool_call_id: id, content: output };
}

function turnOf(choice: Choice, { usage }: OpenAI.ChatCompletion): Turn {
  const { content, refusal } = choice.message;
  const ending = endingOf(choice);
  return {
    kind: 'turn',
    text: refusal || (content ?? ''),
    toolCalls: ending === 'whole' ? callsIn(choice) : [],
    usage: usageOf(usage?.prompt_tokens, usage?.completion_tokens),
    ending,
  };
}

/** Some servers send an empty refusal with every answer. */
function endingOf({ message: { refusal }, finish_reason }: Choice): TurnEnding {
  if ((refusal ?? '') !== '' || finish_reason === 'content_filter') return 'refused';
  return finish_reason === 'length' ? 'cut' : 'whole';
}

/** Arguments that are not a JSON object are the model's mistake: the tool gets none and says what is missing. */
function callsIn({ message: { tool_calls } }: Choice): ToolCall[] {
  return (tool_calls ?? []).flatMap((call) =>
    call.type === 'custom'
      ? []
      : [{ id: call.id, tool: call.function.name, input: objectIn(call.function.arguments) }],
  );
}
