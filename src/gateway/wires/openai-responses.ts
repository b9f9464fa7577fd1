import { z } from 'zod';
import { bearerToken } from '../bearer-token.ts';
import type { ErrorKind } from '../gateway-error.ts';
import type { ModelAnswer, ModelRequest, Wire } from '../wire.ts';

const Json = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'not a JSON object' });
    return z.NEVER;
  }
});
const Parts = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().default('') }))
    .transform((parts) => parts.map(({ text }) => text).join('\n')),
]);

const Message = z
  .object({ type: z.literal('message').default('message'), role: z.string(), content: Parts })
  .transform(({ role, content }) => ({ kind: 'message' as const, role, text: content }));
const FunctionCall = z
  .object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: Json })
  .transform((call) => ({ kind: 'call' as const, id: call.call_id, tool: call.name, input: call.arguments }));
const FunctionOutput = z
  .object({ type: z.literal('function_call_output'), output: Parts })
  .transform(({ output }) => ({ kind: 'output' as const, text: output }));
const Other = z.unknown().transform(() => ({ kind: 'other' as const }));

const Item = z.union([Message, FunctionCall, FunctionOutput, Other]);
type Item = z.infer<typeof Item>;

const RequestBody = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  instructions: z.string().nullish(),
  input: z.union([
    z.string().transform((text) => [{ kind: 'message' as const, role: 'user', text }]),
    z.array(Item),
  ]),
  tools: z.array(z.object({ description: z.string().nullish() })).default([]),
});

const AnswerBody = z.object({
  output: z.array(Item).default([]),
  usage: z.object({ input_tokens: z.int().nullish(), output_tokens: z.int().nullish() }).nullish(),
});

const ERROR_CODES = {
  unauthorized: 'invalid_api_key',
  invalid: 'invalid_request_error',
  'too-large': 'request_too_large',
  budget: 'insufficient_quota',
  upstream: 'server_error',
} as const satisfies Record<ErrorKind, string>;

/** OpenAI Responses, `POST /v1/responses`. */
export const openaiResponses: Wire = {
  id: 'openai-responses',
  path: '/v1/responses',
  tokenOf: bearerToken,
  readRequest,
  renderAnswer,
  readAnswer,
  renderError: (kind, message) => ({
    error: { type: ERROR_CODES[kind], code: ERROR_CODES[kind], message, param: null },
  }),
};

function readRequest(body: unknown): ModelRequest | null {
  const parsed = RequestBody.safeParse(body);
  if (!parsed.success) return null;
  const { model, stream, instructions, input, tools } = parsed.data;
  return {
    model,
    stream: stream ?? false,
    texts: [instructions ?? '', ...input.map(itemText), ...tools.map((tool) => tool.description ?? '')],
    outputsBeforeAnswers: outputsBeforeAnswers(input),
  };
}

/** One answer may be several items in a row: a message and its calls. */
function outputsBeforeAnswers(items: readonly Item[]): (string | null)[] {
  let last: string | null = null;
  const before: (string | null)[] = [];
  for (const [index, item] of items.entries()) {
    if (isAnswer(item) && !isAnswer(items[index - 1])) before.push(last);
    if (item.kind === 'output') last = item.text;
  }
  return [...before, last];
}

function isAnswer(item: Item | undefined): boolean {
  return item?.kind === 'call' || (item?.kind === 'message' && item.role === 'assistant');
}

function renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string): object {
  const text = { type: 'output_text', text: answer.text, annotations: [] };
  const message = {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [text],
  };
  const calls = answer.toolCalls.map((call) => ({
    type: 'function_call',
    id: `fc_${call.id}`,
    call_id: call.id,
    name: call.tool,
    arguments: JSON.stringify(call.input),
    status: 'completed',
  }));
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: request.model,
    output: [...(answer.text === '' ? [] : [message]), ...calls],
    usage: renderUsage(answer.usage),
  };
}

function renderUsage({ inputTokens, outputTokens }: ModelAnswer['usage']): object {
  const total = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: total,
  };
}

function readAnswer(body: unknown): ModelAnswer {
  const { output, usage } = AnswerBody.parse(body);
  return {
    text: output.flatMap((item) => (item.kind === 'message' ? [item.text] : [])).join('\n'),
    toolCalls: output.flatMap((item) => (item.kind === 'call' ? [item] : [])),
    usage: { inputTokens: usage?.input_tokens ?? null, outputTokens: usage?.output_tokens ?? null },
  };
}

function itemText(item: Item): string {
  if (item.kind === 'other') return '';
  return item.kind === 'call' ? JSON.stringify(item.input) : item.text;
}
