import OpenAI from 'openai';
import { AssayError } from '../../base/assay-error.ts';
import { objectIn } from '../../traffic/wires/json-object.ts';
import type {
  Conversation,
  ConversationOptions,
  ToolCall,
  ToolResult,
  Turn,
  TurnEnding,
  TurnedDown,
} from './conversation.ts';
import { EFFORTS } from './efforts.ts';
import { openaiClient, rejectionOf } from './openai-client.ts';
import { turnedDown } from './turned-down.ts';
import { usageOf } from './usage-of.ts';

type Item = OpenAI.Responses.ResponseInputItem;
type Answer = OpenAI.Responses.Response;

/** OpenAI Responses. */
export function openOpenaiConversation(options: ConversationOptions): Conversation {
  const client = openaiClient(options);
  const input: Item[] = [];
  /** Without it a reasoning model's thoughts could not be sent back; models that do not reason reject it. */
  let include: OpenAI.Responses.ResponseIncludable[] = ['reasoning.encrypted_content'];

  async function create(signal: AbortSignal): Promise<Answer> {
    return await client.responses.create({ ...fixedPart(options), include, input }, { signal });
  }

  async function ask(items: readonly Item[], signal: AbortSignal) {
    input.push(...items);
    const answer = await create(signal)
      .catch((error: unknown) => {
        if (include.length === 0 || !isAboutInclude(error)) throw error;
        include = [];
        return create(signal);
      })
      .catch(rejectionOf);
    if ('kind' in answer) return answer;
    if (answer.status === 'failed') return failureOf(answer);
    input.push(...answer.output.filter(endingOf(answer) === 'cut' ? isMessage : isHistory));
    return turnOf(answer);
  }

  return {
    say: (text, signal) => ask([{ role: 'user', content: text }], signal),
    giveResults: (results, signal) => ask(results.map(outputItem), signal),
  };
}

function fixedPart({ model, system, tools, settings }: ConversationOptions) {
  const effort = EFFORTS['openai-responses'].find((known) => known === settings?.effort);
  const temperature = settings?.temperature ?? null;
  return {
    model,
    ...(effort === undefined ? {} : { reasoning: { effort } }),
    ...(temperature === null ? {} : { temperature }),
    instructions: system,
    tools: tools.map((tool) => ({
      type: 'function' as const,
      name: tool.name,
      description: tool.description,
      parameters: tool.inputSchema,
      strict: tool.isStrict,
    })),
    store: false,
  };
}

function isAboutInclude(error: unknown): boolean {
  return error instanceof OpenAI.BadRequestError && error.param === 'include';
}

/** A failure may come as a response that is fine except for its content. */
function failureOf({ error }: Answer): TurnedDown {
  const message = error?.message ?? 'no reason given';
  const failed = new AssayError('UPSTREAM_FAILED', `The provider failed at an answer: ${message}`);
  const isOfServer = error === null || error.code === 'server_error' || error.code === 'rate_limit_exceeded';
  return turnedDown({ status: isOfServer ? 500 : 400, codes: [error?.code], message }, failed);
}

/** The items that go back unchanged; with `store: false` the provider keeps none of them for us. */
function isHistory(item: OpenAI.Responses.ResponseOutputItem) {
  return item.type === 'message' || item.type === 'function_call' || item.type === 'reasoning';
}

/** The items of a cut answer that go back: an incomplete thought or call would be refused. */
function isMessage(item: OpenAI.Responses.ResponseOutputItem) {
  return item.type === 'message';
}

function outputItem({ id, output }: ToolResult): Item {
  return { type: 'function_call_output', call_id: id, output };
}

function turnOf(answer: Answer): Turn {
  const ending = endingOf(answer);
  return {
    kind: 'turn',
    text: partsOf(answer)
      .map((part) => (part.type === 'output_text' ? part.text : part.refusal))
      .join('\n'),
    toolCalls: ending === 'whole' ? callsIn(answer) : [],
    usage: usageOf(answer.usage?.input_tokens, answer.usage?.output_tokens),
    ending,
  };
}

function endingOf(answer: Answer): TurnEnding {
  const isFiltered = answer.incomplete_details?.reason === 'content_filter';
  if (isFiltered || partsOf(answer).some((part) => part.type === 'refusal')) return 'refused';
  return answer.status === 'incomplete' ? 'cut' : 'whole';
}

function partsOf({ output }: Answer) {
  return output.flatMap((item) => (item.type === 'message' ? item.content : []));
}

function callsIn({ output }: Answer): ToolCall[] {
  return output.flatMap((item) => (item.type === 'function_call' ? [callOf(item)] : []));
}

/**
 * Arguments that are not a JSON object are the model's mistake: the tool gets none and says what is missing.
 */
function callOf(item: OpenAI.Responses.ResponseFunctionToolCall): ToolCall {
  return { id: item.call_id, tool: item.name, input: objectIn(item.arguments) };
}
