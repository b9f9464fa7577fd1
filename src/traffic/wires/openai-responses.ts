import { z } from 'zod';
import type { TokenUsage } from '../../contracts/model-call.ts';
import type { ModelAnswer, ModelRequest, Passage, RequestFault, Wire } from '../wire.ts';
import { argumentsText } from './arguments-text.ts';
import { bearerToken } from './bearer-token.ts';
import { isObject, objectIn } from './json-object.ts';
import { memberOf } from './member-of.ts';
import { MODEL_ID } from './model-path.ts';
import {
  CacheTokens,
  renderOpenaiError,
  renderOpenaiModel,
  renderOpenaiModels,
  totalOf,
} from './openai-form.ts';
import { outreachIn } from './outreach.ts';
import {
  type Breach,
  inBase64,
  inDataUrl,
  NO_OTHER_MODEL,
  noId,
  OutreachRules,
  toolsOfTypes,
} from './outreach-rules.ts';
import { byProgram, byRole, byTools } from './passages.ts';
import { requestFault } from './request-fault.ts';
import { Compaction, renderCompaction } from './responses-compaction.ts';
import { ResponsesJoiner, renderResponsesEvents } from './responses-events.ts';
import { responsesHistory } from './responses-history.ts';
import { textLeaves } from './text-leaves.ts';
import { tokenCount, usageFields } from './token-count.ts';
import { ToldBeforeAnswers } from './told-before-answers.ts';

const Part = z.object({ text: z.string().default(''), refusal: z.string().nullish() });
const Parts = z
  .union([z.string().transform((text) => [{ text, refusal: null }]), z.array(Part)])
  .transform((parts) => ({
    text: parts.map(({ text, refusal }) => refusal ?? text).join('\n'),
    refused: parts.some(({ refusal }) => typeof refusal === 'string'),
  }));

const Message = z
  .object({ type: z.literal('message'), role: z.string().default('assistant'), content: Parts })
  .or(z.object({ type: z.undefined().optional(), role: z.string(), content: Parts }))
  .transform(({ role, content }) => ({ kind: 'message' as const, role, ...content }));
const FunctionCall = z
  .object({
    type: z.literal('function_call'),
    call_id: z.string(),
    namespace: z.string().nullish(),
    name: z.string(),
    arguments: z.string(),
  })
  .transform(({ arguments: text, ...call }) => ({
    ...{ kind: 'call' as const, id: call.call_id, tool: fullName(call), input: objectIn(text) },
    ...(isObject(text) ? {} : { isMalformed: true }),
  }));
/** Tools that are built into the API have item types of their own. */
const BuiltInCall = z
  .object({
    type: z.enum(['local_shell_call', 'shell_call']),
    call_id: z.string().default(''),
    action: z.record(z.string(), z.unknown()),
  })
  .transform((call) => ({ kind: 'call' as const, id: call.call_id, tool: call.type, input: call.action }));
/** A call of a tool that takes text instead of an object, usually a program. */
const CustomCall = z
  .object({ type: z.literal('custom_tool_call'), call_id: z.string(), name: z.string(), input: z.string() })
  .transform(({ call_id, name, input }) => ({
    kind: 'call' as const,
    id: call_id,
    tool: name,
    input: { code: input },
  }));
const Output = z
  .object({
    type: z.enum(['function_call_output', 'custom_tool_call_output']),
    call_id: z.string().default(''),
    output: Parts,
  })
  .transform(({ call_id, output }) => ({ kind: 'output' as const, callId: call_id, text: output.text }));
/** Built-in tools have formats of their own for their results, too. */
const BuiltInOutput = z
  .looseObject({ type: z.string().regex(/_call_output$/), call_id: z.string() })
  .transform(({ call_id, type: _, ...given }) => ({
    kind: 'output' as const,
    callId: call_id,
    text: textLeaves(given),
  }));

const Described = z.object({
  type: z.string().default(''),
  name: z.string().nullish(),
  description: z.string().nullish(),
});
/**
 * Tools and named groups of tools. One that is built into the API has no name: its calls have a type of their own. A call of
 * a tool in a group may name the group or not.
 */
const Tools = z.array(Described.extend({ tools: z.array(Described).default([]) })).transform((tools) =>
  tools.flatMap(({ tools: inGroup, ...group }) => [
    { names: [nameOf(group)], text: group.description ?? '' },
    ...inGroup.map((tool) => ({
      names: [nameOf(tool), fullName({ namespace: group.name, name: nameOf(tool) })],
      text: tool.description ?? '',
    })),
  ]),
);
/** Tools that were added during the conversation; for some models these are all of them. */
const AdditionalTools = z
  .object({ type: z.literal('additional_tools'), tools: Tools })
  .transform(({ tools }) => ({
    kind: 'tools' as const,
    text: tools.map(({ text }) => text).join('\n'),
    offers: tools.flatMap(({ names }) => names),
  }));
/** Tools that the model looked for, and may call from then on. */
const FoundTools = z
  .looseObject({ type: z.literal('tool_search_output'), tools: Tools })
  .transform((found) => ({
    kind: 'found-tools' as const,
    text: textLeaves(found),
    offers: found.tools.flatMap(({ names }) => names),
  }));
const Other = z.unknown().transform((other) => ({ kind: 'other' as const, text: textLeaves(other) }));

const Call = z.union([FunctionCall, BuiltInCall, CustomCall]);
const Item = z.union([Message, Call, Output, BuiltInOutput, AdditionalTools, FoundTools, Compaction, Other]);
type Item = z.infer<typeof Item>;

/**
 * What else the provider keeps does not belong to a trial, and could bring in text that nobody has searched.
 */
const Elsewhere = z
  .unknown()
  .refine((value) => value === null, 'nothing (what the provider keeps is not open to a trial)')
  .optional();

const RequestBody = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  instructions: z.string().nullish(),
  input: z.union([
    z.string().transform((text): Item[] => [{ kind: 'message', role: 'user', text, refused: false }]),
    z.array(Item),
  ]),
  tools: Tools.default([]),
  store: z.boolean().nullish(),
  background: z.literal(false, 'false (what is answered later is not metered)').nullish(),
  conversation: Elsewhere,
  prompt: Elsewhere,
});

const Outline = z.object({ output: z.array(z.unknown()) });

const AnswerBody = z.object({
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z.array(Item).default([]),
  usage: usageFields({
    input_tokens: tokenCount,
    input_tokens_details: CacheTokens.nullish(),
    output_tokens: tokenCount,
    output_tokens_details: z.object({ reasoning_tokens: tokenCount }).nullish(),
  }),
});

const OUTPUT_LIMIT = 'max_output_tokens';
const FILTERED = 'content_filter';

const CLIENT_TOOLS =
  /^(function|custom|namespace|tool_search|local_shell|shell|apply_patch|computer|computer_use_preview)$/;

const OUTREACH_RULES = new OutreachRules([
  ...NO_OTHER_MODEL,
  [
    'tools',
    toolsOfTypes(CLIENT_TOOLS, 'function, custom, namespace, tool_search, shell, apply_patch, computer'),
  ],
  ['environment', onClient],
  ['image_url', inDataUrl],
  ['file_url', inDataUrl],
  ['file_data', inBase64],
  ['file_id', noId],
  ['parameters', 'not-read'],
  ['action', 'not-read'],
  ['schema', 'not-read'],
]);

/** A shell may be one of the client or one of the provider. The environment of a computer is only a word. */
function onClient(environment: unknown): Breach | null {
  const type = memberOf(environment, 'type');
  return type === undefined || type === 'local'
    ? null
    : { at: '.type', expected: '"local"', value: type, of: environment };
}

/** OpenAI Responses, `POST /v1/responses`. */
export const openaiResponses: Wire = {
  id: 'openai-responses',
  provider: 'openai',
  routes: [
    { method: 'POST', path: '/v1/responses', purpose: 'answer' },
    { method: 'POST', path: '/v1/responses/compact', purpose: 'answer', compacts: true },
    { method: 'POST', path: '/v1/responses/input_tokens', purpose: 'count' },
    { method: 'GET', path: '/v1/models', purpose: 'models' },
    { method: 'GET', path: `/v1/models/${MODEL_ID}`, purpose: 'model' },
  ],
  isFromClient: () => true,
  tokenOf: bearerToken,
  readRequest,
  outreachOf: (body) => outreachIn(body, OUTREACH_RULES),
  readAnswer,
  isAnswer: (body) => Outline.safeParse(body).success,
  openJoiner: () => new ResponsesJoiner(),
  keeping: responsesHistory,
  renderAnswer,
  renderEvents: (answer, request, id) => renderResponsesEvents(renderAnswer(answer, request, id)),
  renderError: renderOpenaiError,
  renderQuestion: (model, text) => ({
    path: '/v1/responses',
    body: { model, input: [{ role: 'user', content: text }], store: false },
  }),
  renderCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  renderModels: renderOpenaiModels,
  renderModel: renderOpenaiModel,
  renderCompaction: (request, usage, id) => renderCompaction(request, renderUsage(usage), id),
};

function readRequest(body: unknown): ModelRequest | RequestFault {
  const parsed = RequestBody.safeParse(body);
  if (!parsed.success) return requestFault(parsed.error, body);
  const { model, stream, instructions, input, tools, store } = parsed.data;
  return {
    model,
    form: stream ? 'events' : 'whole',
    streamsUsage: true,
    passages: [
      byProgram(instructions ?? ''),
      ...tools.map(({ text }) => byTools(text)),
      ...input.map(passageOf),
    ],
    offers: [
      ...tools.flatMap(({ names }) => names),
      ...input.flatMap((item) => ('offers' in item ? item.offers : [])),
    ],
    toldBeforeAnswers: toldBeforeAnswers(input),
    isKept: store ?? true,
  };
}

/** One answer may be several items in a row: a message and its calls. */
function toldBeforeAnswers(items: readonly Item[]): (string | null)[] {
  const told = new ToldBeforeAnswers();
  for (const [index, item] of items.entries()) {
    if (item.kind === 'compaction') told.restore(item.outputs);
    if (isAnswer(item) && !isAnswer(items[index - 1])) told.answered();
    if (item.kind === 'output') told.output(item.text);
    if (item.kind === 'message' && item.role === 'user') told.said(item.text);
  }
  return told.all;
}

function nameOf({ type, name }: z.infer<typeof Described>): string {
  return name ?? `${type}_call`;
}

/** A tool of a group is written with the group: no name has a full stop in it. */
function fullName({ namespace, name }: { namespace?: string | null | undefined; name: string }): string {
  return namespace == null ? name : `${namespace}.${name}`;
}

function namesIn(tool: string): { namespace?: string; name: string } {
  const [group = '', name] = tool.split('.');
  return name === undefined ? { name: group } : { namespace: group, name };
}

function isAnswer(item: Item | undefined): boolean {
  return item?.kind === 'call' || (item?.kind === 'message' && item.role === 'assistant');
}

function renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string) {
  const part = answer.refused
    ? { type: 'refusal', refusal: answer.text }
    : { type: 'output_text', text: answer.text, annotations: [] };
  const message = {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [part],
  };
  const calls = answer.toolCalls.map((call, index) => ({
    type: 'function_call',
    id: `fc_${id}_${index}`,
    call_id: call.id,
    ...namesIn(call.tool),
    arguments: argumentsText(answer, call.input),
    status: 'completed',
  }));
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    status: answer.cut ? 'incomplete' : 'completed',
    incomplete_details: answer.cut ? { reason: OUTPUT_LIMIT } : null,
    error: null,
    model: request.model,
    output: [...(answer.text === '' ? [] : [message]), ...calls],
    usage: renderUsage(answer.usage),
  };
}

function renderUsage(usage: TokenUsage): object {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
    },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: totalOf(usage.inputTokens, usage.outputTokens),
  };
}

function readAnswer(body: unknown): ModelAnswer {
  const { output, usage, incomplete_details } = AnswerBody.parse(body);
  // A compacted conversation starts with what the user said.
  const messages = output.filter((item) => item.kind === 'message').filter(isAnswer);
  return {
    text: messages.map((item) => item.text).join('\n'),
    toolCalls: output.flatMap((item) => (item.kind === 'call' ? [item] : [])),
    refused: incomplete_details?.reason === FILTERED || messages.some((item) => item.refused),
    ...(output.some((item) => 'isMalformed' in item) ? { isMalformed: true } : {}),
    cut: incomplete_details?.reason === OUTPUT_LIMIT,
    usage: {
      inputTokens: usage?.input_tokens ?? null,
      outputTokens: usage?.output_tokens ?? null,
      cacheReadTokens: usage?.input_tokens_details?.cached_tokens ?? null,
      cacheWriteTokens: usage?.input_tokens_details?.cache_write_tokens ?? null,
      reasoningTokens: usage?.output_tokens_details?.reasoning_tokens ?? null,
    },
  };
}

function passageOf(item: Item): Passage {
  switch (item.kind) {
    case 'call':
      return { by: 'model', text: JSON.stringify(item.input), call: item };
    case 'output':
      return { by: 'tool', text: item.text, callId: item.callId };
    case 'tools':
      return byTools(item.text);
    case 'message':
      return isAnswer(item) ? { by: 'model', text: item.text, call: null } : byRole(item.role, item.text);
    case 'compaction':
      return { by: 'model', text: '', call: null };
    case 'found-tools':
    case 'other':
      return byRole('user', item.text);
  }
}
