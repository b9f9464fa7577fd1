import { z } from 'zod';
import type { TokenUsage } from '../../contracts/model-call.ts';
import { type ErrorKind, HTTP_STATUS } from '../http/gateway-error.ts';
import type { ModelAnswer, ModelRequest, Passage, RequestFault, Wire } from '../wire.ts';
import { bearerToken } from './bearer-token.ts';
import { GeminiJoiner, renderGeminiEvents } from './gemini-events.ts';
import { GEMINI_MALFORMED } from './gemini-malformed.ts';
import { GEMINI_REFUSALS } from './gemini-refusals.ts';
import { MODEL_ID } from './model-path.ts';
import { outreachIn } from './outreach.ts';
import { type Breach, firstBreach, type OutreachRule, OutreachRules, unset } from './outreach-rules.ts';
import { byProgram, byRole, byTools } from './passages.ts';
import { requestFault } from './request-fault.ts';
import { textLeaves } from './text-leaves.ts';
import { tokenCount, usageFields } from './token-count.ts';
import { ToldBeforeAnswers } from './told-before-answers.ts';

const Fields = z.record(z.string(), z.unknown());
/** What the model only thinks is not part of its answer. */
const Thought = z
  .object({ text: z.string(), thought: z.literal(true) })
  .transform(({ text }) => ({ kind: 'thought' as const, text }));
const Text = z.object({ text: z.string() }).transform(({ text }) => ({ kind: 'text' as const, text }));
const FunctionCall = z
  .object({
    functionCall: z.object({ id: z.string().default(''), name: z.string(), args: Fields.default({}) }),
  })
  .transform(({ functionCall: { id, name, args } }) => ({
    kind: 'call' as const,
    id,
    tool: name,
    input: args,
  }));
const FunctionResponse = z
  .object({ functionResponse: z.object({ id: z.string().default(''), response: Fields.default({}) }) })
  .transform(({ functionResponse: { id, response } }) => ({
    kind: 'output' as const,
    id,
    text: outputOf(response),
    isError: 'error' in response,
  }));
const Other = z.unknown().transform((other) => ({ kind: 'other' as const, text: textLeaves(other) }));

const Part = z.union([Thought, Text, FunctionCall, FunctionResponse, Other]);
type Part = z.infer<typeof Part>;
const Content = z.object({ role: z.string().default('user'), parts: z.array(Part).default([]) });
type Content = z.infer<typeof Content>;

const Described = z.object({ name: z.string().default(''), description: z.string().default('') });
const RequestBody = z.object({
  contents: z.array(Content),
  systemInstruction: Content.optional(),
  tools: z.array(z.object({ functionDeclarations: z.array(Described).default([]) })).default([]),
  generationConfig: z
    .object({ responseMimeType: z.string().optional().catch(undefined) })
    .optional()
    .catch({}),
});
const CountBody = z.object({ generateContentRequest: RequestBody });

const UsageFields = usageFields({
  promptTokenCount: tokenCount,
  toolUsePromptTokenCount: tokenCount,
  candidatesTokenCount: tokenCount,
  cachedContentTokenCount: tokenCount,
  thoughtsTokenCount: tokenCount,
});
const Chunk = z.union([
  z.object({ candidates: z.array(z.unknown()).min(1) }),
  z.object({ promptFeedback: Fields }),
]);
/** An answer, or a list whose first chunk has the outline of one. */
const Outline = z.union([Chunk, z.tuple([Chunk], z.unknown())]);

const AnswerBody = z.object({
  candidates: z
    .array(z.object({ content: Content.optional(), finishReason: z.string().nullish() }))
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: UsageFields,
});

const ERROR_STATUSES = {
  unauthorized: 'UNAUTHENTICATED',
  invalid: 'INVALID_ARGUMENT',
  'not-found': 'NOT_FOUND',
  'unknown-model': 'NOT_FOUND',
  'too-large': 'INVALID_ARGUMENT',
  'context-overflow': 'INVALID_ARGUMENT',
  'too-slow': 'DEADLINE_EXCEEDED',
  budget: 'PERMISSION_DENIED',
  'rate-limited': 'RESOURCE_EXHAUSTED',
  'server-error': 'INTERNAL',
  upstream: 'UNAVAILABLE',
} as const satisfies Record<ErrorKind, string>;

/** The official client uses the first of these, and before its version 3 used the second. */
const VERSIONS = ['v1', 'v1beta', 'v1alpha'] as const;

const CLIENT_TOOLS: readonly string[] = [
  ...['functionDeclarations', 'function_declarations', 'computerUse', 'computer_use'],
];

/** The API takes the names of its fields in either spelling. */
const OUTREACH_RULES = new OutreachRules([
  ['tools', (tools) => firstBreach(tools, byProvider)],
  ...['fileData', 'file_data', 'cachedContent', 'cached_content'].map((name) => [name, unset] as const),
  ...['args', 'response', 'parameters', 'parametersJsonSchema', 'parameters_json_schema'].map(notRead),
  ...['responseSchema', 'response_schema', 'responseJsonSchema', 'response_json_schema'].map(notRead),
]);

function notRead(name: string): [string, OutreachRule] {
  return [name, 'not-read'];
}

/** Each tool is under a name of its own, and only those of the client are known to reach nothing. */
function byProvider(tool: unknown): Breach | null {
  const found = Object.entries(tool ?? {}).find(
    ([name, value]) => !CLIENT_TOOLS.includes(name) && value !== null,
  );
  if (found === undefined) return null;
  return {
    at: `.${found[0]}`,
    expected: 'a tool that the client runs (functionDeclarations)',
    value: found[1],
  };
}

/** Gemini's `generateContent` and `streamGenerateContent`, whose paths name the model and the method. */
export const gemini: Wire = {
  id: 'gemini',
  provider: 'gemini',
  routes: VERSIONS.flatMap((version) => [
    { method: 'POST', path: `/${version}/models/:call{[\\w.:-]+Content}`, purpose: 'answer' },
    { method: 'POST', path: `/${version}/models/:call{[\\w.:-]+countTokens}`, purpose: 'count' },
    { method: 'GET', path: `/${version}/models`, purpose: 'models' },
    { method: 'GET', path: `/${version}/models/${MODEL_ID}`, purpose: 'model' },
  ]),
  isFromClient: (headers, url) => headers.has('x-goog-api-key') || url.searchParams.has('key'),
  tokenOf: (headers, url) =>
    headers.get('x-goog-api-key') ?? url.searchParams.get('key') ?? bearerToken(headers),
  readRequest,
  outreachOf: (body) => outreachIn(body, OUTREACH_RULES),
  readAnswer,
  isAnswer: (body) => Outline.safeParse(body).success,
  openJoiner: () => new GeminiJoiner(),
  renderAnswer,
  renderEvents: (answer, request, id) => renderGeminiEvents(renderAnswer(answer, request, id)),
  renderError: (kind, message, field) => ({
    error: {
      code: HTTP_STATUS[kind],
      message,
      status: ERROR_STATUSES[kind],
      ...(field === null ? {} : { details: [badRequest(field, message)] }),
    },
  }),
  renderQuestion: (model, text) => ({
    path: `/v1beta/models/${model}:generateContent`,
    body: { contents: [{ role: 'user', parts: [{ text }] }] },
  }),
  renderCount: (tokens) => ({ totalTokens: tokens }),
  renderModels: (models) => ({ models: models.map(renderModel) }),
  renderModel,
};

function renderModel(name: string): object {
  return { name: `models/${name}`, displayName: name };
}

/** Describes a wrong field as Google's APIs do (`google.rpc.BadRequest`). */
function badRequest(field: string, description: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ field, description }],
  };
}

function readRequest(body: unknown, url: URL): ModelRequest | RequestFault {
  const parsed = (isInner(body) ? CountBody : RequestBody).safeParse(body);
  if (!parsed.success) return requestFault(parsed.error, body);
  const [, model, method] = /\/models\/(.+):(\w+)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (model === undefined) return { field: null, fault: 'The path names no model.' };
  const { contents, systemInstruction, tools, generationConfig } =
    'generateContentRequest' in parsed.data ? parsed.data.generateContentRequest : parsed.data;
  const system = (systemInstruction?.parts ?? []).map(partText);
  const declared = tools.flatMap((tool) => tool.functionDeclarations);
  return {
    model,
    form: formOf(method, url),
    streamsUsage: true,
    passages: [
      ...system.map(byProgram),
      ...declared.map(({ description }) => byTools(description)),
      ...passagesOf(contents),
    ],
    offers: declared.map(({ name }) => name),
    toldBeforeAnswers: toldBeforeAnswers(contents),
    ...(generationConfig?.responseMimeType === 'application/json' ? { wantsJson: true } : {}),
  };
}

/** Whether a request to count tokens wraps another request. */
function isInner(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'generateContentRequest' in body;
}

function formOf(method: string | undefined, url: URL): ModelRequest['form'] {
  if (method !== 'streamGenerateContent') return 'whole';
  return url.searchParams.get('alt') === 'sse' ? 'events' : 'list';
}

function toldBeforeAnswers(contents: readonly Content[]): (string | null)[] {
  const told = new ToldBeforeAnswers();
  for (const { role, parts } of contents) {
    if (role === 'model') told.answered();
    for (const part of parts) {
      if (part.kind === 'output') told.output(part.text);
      if (part.kind === 'text' && role === 'user') told.said(part.text);
    }
  }
  return told.all;
}

function renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string) {
  const calls = answer.toolCalls.map(({ id, tool, input }) => ({
    functionCall: { id, name: tool, args: input },
  }));
  const text = answer.text === '' ? [] : [{ text: answer.text }];
  const parts = answer.isMalformed === true ? text : [...text, ...calls];
  return {
    responseId: `resp_${id}`,
    modelVersion: request.model,
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: finishReasonOf(answer) }],
    usageMetadata: renderUsage(answer.usage),
  };
}

function finishReasonOf({ refused, cut, isMalformed }: ModelAnswer): string {
  if (isMalformed === true) return 'MALFORMED_FUNCTION_CALL';
  if (refused) return 'SAFETY';
  return cut ? 'MAX_TOKENS' : 'STOP';
}

function renderUsage({ inputTokens, outputTokens, cacheReadTokens, reasoningTokens }: TokenUsage) {
  const isKnown = inputTokens !== null && outputTokens !== null;
  return {
    promptTokenCount: inputTokens,
    cachedContentTokenCount: cacheReadTokens,
    candidatesTokenCount: outputTokens === null ? null : outputTokens - (reasoningTokens ?? 0),
    thoughtsTokenCount: reasoningTokens,
    totalTokenCount: isKnown ? inputTokens + outputTokens : null,
  };
}

/** A list is a stream that came in one piece. */
function readAnswer(body: unknown): ModelAnswer {
  const { candidates, promptFeedback, usageMetadata } = AnswerBody.parse(
    Array.isArray(body) ? joined(body) : body,
  );
  const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
  const isMalformed = candidates.some(({ finishReason }) => GEMINI_MALFORMED.has(finishReason ?? ''));
  return {
    text: parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(''),
    toolCalls: isMalformed ? [] : parts.flatMap((part) => (part.kind === 'call' ? [part] : [])),
    refused:
      typeof promptFeedback?.blockReason === 'string' ||
      candidates.some(({ finishReason }) => GEMINI_REFUSALS.has(finishReason ?? '')),
    cut: candidates.some(({ finishReason }) => finishReason === 'MAX_TOKENS'),
    ...(isMalformed ? { isMalformed: true } : {}),
    usage: readUsage(usageMetadata),
  };
}

function joined(chunks: readonly unknown[]): unknown {
  const joiner = new GeminiJoiner();
  for (const chunk of chunks) joiner.add(chunk);
  return joiner.body();
}

/** Thoughts and the results of built-in tools are counted separately, and left out if there are none. */
function readUsage(usage: z.infer<typeof UsageFields>): TokenUsage {
  const input = usage?.promptTokenCount ?? null;
  const output = usage?.candidatesTokenCount ?? null;
  return {
    inputTokens: input === null ? null : input + (usage?.toolUsePromptTokenCount ?? 0),
    outputTokens: output === null ? null : output + (usage?.thoughtsTokenCount ?? 0),
    cacheReadTokens: usage?.cachedContentTokenCount ?? null,
    cacheWriteTokens: null,
    reasoningTokens: usage?.thoughtsTokenCount ?? null,
  };
}

/** Ids are left out more often than not: results then come in the order of their calls. */
function passagesOf(contents: readonly Content[]): Passage[] {
  let [calls, results] = [0, 0];
  return contents.flatMap(({ role, parts }) =>
    parts.map((part): Passage => {
      const text = partText(part);
      if (part.kind === 'call')
        return { by: 'model', text, call: { ...part, id: part.id || `call ${calls++}` } };
      if (part.kind === 'output')
        return { by: 'tool', text, callId: part.id || `call ${results++}`, isError: part.isError };
      if (role !== 'model') return byRole(role, text);
      return { by: 'model', text: part.kind === 'thought' ? '' : text, call: null };
    }),
  );
}

function partText(part: Part): string {
  return part.kind === 'call' ? JSON.stringify(part.input) : part.text;
}

/** Clients put a tool's output under one of these names; anything else is shown to the model unchanged. */
function outputOf(response: Record<string, unknown>): string {
  const output = response['output'] ?? response['result'] ?? response['error'];
  return typeof output === 'string' ? output : JSON.stringify(response);
}
