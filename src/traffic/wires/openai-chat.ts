import { z } from 'zod';
import type { TokenUsage } from '../../contracts/model-call.ts';
import type { ModelAnswer, ModelRequest, Passage, RequestFault, Wire } from '../wire.ts';
import { argumentsText } from './arguments-text.ts';
import { bearerToken } from './bearer-token.ts';
import { ChatJoiner, renderChatEvents } from './chat-events.ts';
import { chatUsage } from './chat-usage.ts';
import { isObject, objectIn } from './json-object.ts';
import {
  CacheTokens,
  renderOpenaiError,
  renderOpenaiModel,
  renderOpenaiModels,
  totalOf,
} from './openai-form.ts';
import { outreachIn } from './outreach.ts';
import {
  inBase64,
  inDataUrl,
  NO_OTHER_MODEL,
  noId,
  OutreachRules,
  toolsOfTypes,
  unset,
} from './outreach-rules.ts';
import { byRole, byTools } from './passages.ts';
import { requestFault } from './request-fault.ts';
import { tokenCount, usageFields } from './token-count.ts';
import { ToldBeforeAnswers } from './told-before-answers.ts';

const Parts = z
  .union([
    z.string(),
    z.null().transform(() => ''),
    z
      .array(z.object({ text: z.string().default('') }))
      .transform((parts) => parts.map(({ text }) => text).join('\n')),
  ])
  .default('');
const ToolCall = z
  .object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
  .transform(({ id, function: { name, arguments: text } }) => ({
    ...{ id, tool: name, input: objectIn(text) },
    ...(isObject(text) ? {} : { isMalformed: true }),
  }));
/** Tools other than functions are passed on without being read. */
const ToolCalls = z
  .array(z.union([ToolCall, z.unknown().transform(() => null)]))
  .nullish()
  .transform((calls) => (calls ?? []).filter((call) => call !== null));
const Message = z.object({
  role: z.string().default('assistant'),
  content: Parts,
  refusal: z.string().nullish(),
  tool_calls: ToolCalls,
  tool_call_id: z.string().default(''),
});
type Message = z.infer<typeof Message>;

const RequestBody = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  messages: z.array(Message),
  tools: z
    .array(
      z.object({
        function: z.object({ name: z.string().default(''), description: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
});

const Outline = z.object({ choices: z.array(z.unknown()).min(1) });

const Choice = z.object({ message: Message, finish_reason: z.string().nullish() });

const AnswerBody = z.object({
  choices: z.array(Choice).default([]),
  usage: usageFields({
    prompt_tokens: tokenCount,
    prompt_tokens_details: CacheTokens.nullish(),
    completion_tokens: tokenCount,
    completion_tokens_details: z.object({ reasoning_tokens: tokenCount }).nullish(),
  }),
});

/** Beside OpenAI's own search, the names under which services with this API are told to search. */
const SEARCHES = [
  ...['web_search_options', 'web_search', 'search_parameters', 'search_settings', 'enable_search'],
  ...['plugins', 'mcp_servers', 'data_sources'],
];

const OUTREACH_RULES = new OutreachRules([
  ...NO_OTHER_MODEL,
  ['tools', toolsOfTypes(/^(function|custom)$/, 'function, custom')],
  ...SEARCHES.map((name) => [name, unset] as const),
  ...['image_url', 'video_url', 'audio_url', 'file_url'].map((name) => [name, inDataUrl] as const),
  ['file_data', inBase64],
  ['file_id', noId],
  ['parameters', 'not-read'],
  ['schema', 'not-read'],
]);

/** OpenAI Chat Completions, `POST /v1/chat/completions`, which many local servers speak too. */
export const openaiChat: Wire = {
  id: 'openai-chat',
  provider: 'openai',
  routes: [{ method: 'POST', path: '/v1/chat/completions', purpose: 'answer' }],
  isFromClient: () => true,
  tokenOf: bearerToken,
  readRequest,
  outreachOf: (body) => outreachIn(body, OUTREACH_RULES),
  readAnswer,
  isAnswer: (body) => Outline.safeParse(body).success,
  openJoiner: () => new ChatJoiner(),
  usageQuestion: chatUsage,
  renderAnswer,
  renderEvents: (answer, request, id) => renderChatEvents(renderAnswer(answer, request, id)),
  renderError: renderOpenaiError,
  renderQuestion: (model, text) => ({
    path: '/v1/chat/completions',
    body: { model, messages: [{ role: 'user', content: text }] },
  }),
  renderCount: (tokens) => ({ input_tokens: tokens }),
  renderModels: renderOpenaiModels,
  renderModel: renderOpenaiModel,
};

function readRequest(body: unknown): ModelRequest | RequestFault {
  const parsed = RequestBody.safeParse(body);
  if (!parsed.success) return requestFault(parsed.error, body);
  const { model, stream, stream_options, messages, tools } = parsed.data;
  return {
    model,
    form: stream ? 'events' : 'whole',
    streamsUsage: stream_options?.include_usage ?? false,
    passages: [
      ...tools.map((tool) => byTools(tool.function?.description ?? '')),
      ...messages.flatMap(passagesOf),
    ],
    offers: tools.map((tool) => tool.function?.name ?? ''),
    toldBeforeAnswers: toldBeforeAnswers(messages),
  };
}

function passagesOf({ role, content, tool_calls, tool_call_id }: Message): Passage[] {
  if (role === 'tool') return [{ by: 'tool', text: content, callId: tool_call_id }];
  if (role !== 'assistant') return [byRole(role, content)];
  const calls = tool_calls.map((call) => ({ text: JSON.stringify(call.input), call }));
  return [{ text: content, call: null }, ...calls].map((passage) => ({ by: 'model', ...passage }));
}

function toldBeforeAnswers(messages: readonly Message[]): (string | null)[] {
  const told = new ToldBeforeAnswers();
  for (const { role, content } of messages) {
    if (role === 'assistant') told.answered();
    if (role === 'tool') told.output(content);
    if (role === 'user') told.said(content);
  }
  return told.all;
}

function renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string) {
  const calls = answer.toolCalls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.tool, arguments: argumentsText(answer, call.input) },
  }));
  return {
    id: `chatcmpl_${id}`,
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.refused ? null : answer.text,
          refusal: answer.refused ? answer.text : null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        finish_reason: finishReason(answer),
        logprobs: null,
      },
    ],
    usage: renderUsage(answer.usage),
  };
}

function finishReason({ cut, toolCalls }: ModelAnswer): string {
  if (cut) return 'length';
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}

function renderUsage(usage: TokenUsage): object {
  return {
    prompt_tokens: usage.inputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    completion_tokens: usage.outputTokens,
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: totalOf(usage.inputTokens, usage.outputTokens),
  };
}

function readAnswer(body: unknown): ModelAnswer {
  const { choices, usage } = AnswerBody.parse(body);
  const messages = choices.map(({ message }) => message);
  const toolCalls = messages.flatMap((message) => message.tool_calls);
  return {
    // Some servers send an empty refusal with every answer.
    text: messages.map(({ content, refusal }) => refusal || content).join('\n'),
    toolCalls,
    refused: choices.some(isRefused),
    cut: choices.some(({ finish_reason }) => finish_reason === 'length'),
    ...(toolCalls.some((call) => 'isMalformed' in call) ? { isMalformed: true } : {}),
    usage: {
      inputTokens: usage?.prompt_tokens ?? null,
      outputTokens: usage?.completion_tokens ?? null,
      cacheReadTokens: usage?.prompt_tokens_details?.cached_tokens ?? null,
      cacheWriteTokens: usage?.prompt_tokens_details?.cache_write_tokens ?? null,
      reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens ?? null,
    },
  };
}

function isRefused({ message: { refusal }, finish_reason }: z.infer<typeof Choice>): boolean {
  return (refusal ?? '') !== '' || finish_reason === 'content_filter';
}
