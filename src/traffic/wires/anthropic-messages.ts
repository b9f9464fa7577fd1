import { z } from 'zod';
import type { TokenUsage } from '../../contracts/model-call.ts';
import type { ErrorKind } from '../http/gateway-error.ts';
import type { ModelAnswer, ModelRequest, Passage, RequestFault, Wire } from '../wire.ts';
import { AnthropicJoiner, renderAnthropicEvents } from './anthropic-events.ts';
import { argumentsText } from './arguments-text.ts';
import { bearerToken } from './bearer-token.ts';
import { memberOf } from './member-of.ts';
import { MODEL_ID } from './model-path.ts';
import { outreachIn } from './outreach.ts';
import { type Breach, NO_OTHER_MODEL, noId, OutreachRules, toolsOfTypes, unset } from './outreach-rules.ts';
import { byProgram, byRole, byTools } from './passages.ts';
import { requestFault } from './request-fault.ts';
import { textLeaves } from './text-leaves.ts';
import { tokenCount, usageFields } from './token-count.ts';
import { ToldBeforeAnswers } from './told-before-answers.ts';

const Text = z
  .object({ type: z.literal('text'), text: z.string() })
  .transform(({ text }) => ({ kind: 'text' as const, text }));
const ToolUse = z
  .object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  })
  .transform(({ id, name, input }) => ({ kind: 'tool-use' as const, id, tool: name, input }));
const ToolResult = z
  .object({
    type: z.literal('tool_result'),
    tool_use_id: z.string().default(''),
    content: z.union([z.string(), z.array(z.unknown())]).default(''),
    is_error: z.boolean().nullish(),
  })
  .transform((result) => ({
    kind: 'tool-result' as const,
    callId: result.tool_use_id,
    isError: result.is_error ?? false,
    text: textOf(result.content),
  }));
/** What the model only thinks is not part of its answer. */
const Thought = z
  .object({ type: z.enum(['thinking', 'redacted_thinking']) })
  .transform(() => ({ kind: 'thought' as const, text: '' }));
const Other = z.unknown().transform((other) => ({ kind: 'other' as const, text: textLeaves(other) }));

const Block = z.union([Text, ToolUse, ToolResult, Thought, Other]);
type Block = z.infer<typeof Block>;
const Blocks = z.union([z.string().transform((text): Block[] => [{ kind: 'text', text }]), z.array(Block)]);

const RequestBody = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  system: Blocks.default([]),
  messages: z.array(z.object({ role: z.string(), content: Blocks })),
  tools: z.array(z.object({ name: z.string().default(''), description: z.string().default('') })).default([]),
});

const UsageFields = usageFields({
  input_tokens: tokenCount,
  output_tokens: tokenCount,
  cache_read_input_tokens: tokenCount,
  cache_creation_input_tokens: tokenCount,
  output_tokens_details: z.object({ thinking_tokens: tokenCount }).nullish(),
});

const Outline = z.object({ content: z.array(z.unknown()) });

/** A call whose input is no object, such as the text of JSON that ends in the middle. */
const MalformedUse = z
  .object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.string() })
  .transform(({ id, name }) => ({ kind: 'tool-use' as const, id, tool: name, input: {}, isMalformed: true }));

const CONTEXT_IS_FULL = 'model_context_window_exceeded';

const AnswerBody = z.object({
  content: z.array(z.union([MalformedUse, Block])).default([]),
  stop_reason: z.string().nullish(),
  usage: UsageFields,
});

const ERROR_TYPES = {
  unauthorized: 'authentication_error',
  invalid: 'invalid_request_error',
  'not-found': 'not_found_error',
  'unknown-model': 'not_found_error',
  'too-large': 'request_too_large',
  'context-overflow': 'invalid_request_error',
  'too-slow': 'timeout_error',
  budget: 'permission_error',
  'rate-limited': 'rate_limit_error',
  'server-error': 'api_error',
  upstream: 'api_error',
} as const satisfies Record<ErrorKind, string>;

const CLIENT_TOOLS =
  /^(custom|bash_\d+|text_editor_\d+|memory_\d+|computer_\d+|computer_toolset_\d+|browser_toolset_\d+|tool_search_tool_\w+)$/;
const INLINE_SOURCES: readonly unknown[] = ['base64', 'text', 'content'];

/** A search among the tools that the request itself describes reaches nothing else. */
const OUTREACH_RULES = new OutreachRules([
  ...NO_OTHER_MODEL,
  ['tools', toolsOfTypes(CLIENT_TOOLS, 'custom, bash, text_editor, memory, computer, tool_search_tool')],
  ['mcp_servers', unset],
  ['container', unset],
  ['file_id', noId],
  ['source', inlineSource],
  ['input', 'not-read'],
  ['input_schema', 'not-read'],
  ['input_examples', 'not-read'],
  ['schema', 'not-read'],
]);

/** The source of a search result is a text, which nobody opens. */
function inlineSource(source: unknown): Breach | null {
  const type = memberOf(source, 'type');
  if (type === undefined || INLINE_SOURCES.includes(type)) return null;
  return { at: '', expected: 'the content itself', value: source };
}

/** Anthropic Messages, `POST /v1/messages`. */
export const anthropicMessages: Wire = {
  id: 'anthropic-messages',
  provider: 'anthropic',
  routes: [
    { method: 'POST', path: '/v1/messages', purpose: 'answer' },
    { method: 'POST', path: '/v1/messages/count_tokens', purpose: 'count' },
    { method: 'GET', path: '/v1/models', purpose: 'models' },
    { method: 'GET', path: `/v1/models/${MODEL_ID}`, purpose: 'model' },
  ],
  isFromClient: (headers) => headers.has('anthropic-version'),
  // The SDK has sent the key as a bearer token since 1.0; older clients and agents send it as x-api-key.
  tokenOf: (headers) => headers.get('x-api-key') ?? bearerToken(headers),
  readRequest,
  outreachOf: (body) => outreachIn(body, OUTREACH_RULES),
  readAnswer,
  isAnswer: (body) => Outline.safeParse(body).success,
  openJoiner: () => new AnthropicJoiner(),
  renderAnswer,
  renderEvents: (answer, request, id) => renderAnthropicEvents(answer, renderAnswer(answer, request, id)),
  renderError: (kind, message) => ({ type: 'error', error: { type: ERROR_TYPES[kind], message } }),
  renderQuestion: (model, text) => ({
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: { model, max_tokens: 256, messages: [{ role: 'user', content: text }] },
  }),
  renderCount: (tokens) => ({ input_tokens: tokens }),
  renderModels: (models) => ({
    data: models.map(renderModel),
    has_more: false,
    first_id: models.at(0) ?? null,
    last_id: models.at(-1) ?? null,
  }),
  renderModel,
};

function renderModel(id: string): object {
  return { type: 'model', id, display_name: id, created_at: '1970-01-01T00:00:00Z' };
}

function readRequest(body: unknown): ModelRequest | RequestFault {
  const parsed = RequestBody.safeParse(body);
  if (!parsed.success) return requestFault(parsed.error, body);
  const { model, stream, system, messages, tools } = parsed.data;
  return {
    model,
    form: stream ? 'events' : 'whole',
    streamsUsage: true,
    passages: [
      ...system.map(textOfBlock).map(byProgram),
      ...tools.map((tool) => byTools(tool.description)),
      ...messages.flatMap(({ role, content }) => content.map((block) => passageOf(role, block))),
    ],
    offers: tools.map(({ name }) => name),
    toldBeforeAnswers: toldBeforeAnswers(messages),
  };
}

function toldBeforeAnswers(messages: z.infer<typeof RequestBody>['messages']): (string | null)[] {
  const told = new ToldBeforeAnswers();
  for (const { role, content } of messages) {
    if (role === 'assistant') told.answered();
    for (const block of content) {
      if (block.kind === 'tool-result') told.output(block.text);
      if (block.kind === 'text' && role === 'user') told.said(block.text);
    }
  }
  return told.all;
}

function renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string) {
  const text = answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
  const calls = answer.toolCalls.map(({ id, tool, input }) => ({
    ...{ type: 'tool_use', id, name: tool },
    input: answer.isMalformed === true ? argumentsText(answer, input) : input,
  }));
  const { usage } = answer;
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [...text, ...calls],
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_input_tokens: usage.cacheReadTokens,
      cache_creation_input_tokens: usage.cacheWriteTokens,
    },
  };
}

function stopReason({ refused, cut, isFull, toolCalls }: ModelAnswer): string {
  if (isFull === true) return CONTEXT_IS_FULL;
  if (refused) return 'refusal';
  if (cut) return 'max_tokens';
  return toolCalls.length > 0 ? 'tool_use' : 'end_turn';
}

function readAnswer(body: unknown): ModelAnswer {
  const { content, stop_reason, usage } = AnswerBody.parse(body);
  return {
    text: content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n'),
    toolCalls: content.flatMap((block) => (block.kind === 'tool-use' ? [block] : [])),
    refused: stop_reason === 'refusal',
    cut: stop_reason === 'max_tokens',
    ...(stop_reason === CONTEXT_IS_FULL ? { isFull: true } : {}),
    ...(content.some((block) => 'isMalformed' in block) ? { isMalformed: true } : {}),
    usage: readUsage(usage),
  };
}

/**
 * `input_tokens` counts only input outside the cache. The two cache counts are left out if no cache was used.
 */
function readUsage(usage: z.infer<typeof UsageFields>): TokenUsage {
  const input = usage?.input_tokens ?? null;
  const cacheReadTokens = usage?.cache_read_input_tokens ?? null;
  const cacheWriteTokens = usage?.cache_creation_input_tokens ?? null;
  return {
    inputTokens: input === null ? null : input + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens: usage?.output_tokens ?? null,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: usage?.output_tokens_details?.thinking_tokens ?? null,
  };
}

function passageOf(role: string, block: Block): Passage {
  const text = textOfBlock(block);
  if (role === 'assistant') return { by: 'model', text, call: block.kind === 'tool-use' ? block : null };
  if (block.kind === 'tool-result') return { by: 'tool', text, callId: block.callId, isError: block.isError };
  return byRole(role, text);
}

function textOfBlock(block: Block): string {
  return block.kind === 'tool-use' ? JSON.stringify(block.input) : block.text;
}

function textOf(content: string | readonly unknown[]): string {
  return typeof content === 'string' ? content : content.map((part) => textLeaves(part)).join('\n');
}
