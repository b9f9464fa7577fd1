import { z } from 'zod';
import { bearerToken } from '../bearer-token.ts';
import type { ErrorKind } from '../gateway-error.ts';
import type { ModelAnswer, ModelRequest, Wire } from '../wire.ts';

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
    content: z.union([z.string(), z.array(z.union([Text, z.unknown().transform(() => null)]))]).default(''),
  })
  .transform(({ content }) => ({ kind: 'tool-result' as const, text: textOf(content) }));
const Other = z.unknown().transform(() => ({ kind: 'other' as const }));

const Block = z.union([Text, ToolUse, ToolResult, Other]);
type Block = z.infer<typeof Block>;
const Blocks = z.union([z.string().transform((text): Block[] => [{ kind: 'text', text }]), z.array(Block)]);

const RequestBody = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  system: Blocks.default([]),
  messages: z.array(z.object({ role: z.string(), content: Blocks })),
  tools: z.array(z.object({ description: z.string().default('') })).default([]),
});

const AnswerBody = z.object({
  content: z.array(Block).default([]),
  usage: z.object({ input_tokens: z.int().nullish(), output_tokens: z.int().nullish() }).nullish(),
});

const ERROR_TYPES = {
  unauthorized: 'authentication_error',
  invalid: 'invalid_request_error',
  'too-large': 'request_too_large',
  budget: 'permission_error',
  upstream: 'api_error',
} as const satisfies Record<ErrorKind, string>;

/** Anthropic Messages, `POST /v1/messages`. */
export const anthropicMessages: Wire = {
  id: 'anthropic-messages',
  path: '/v1/messages',
  // The SDK sends the key as bearer since 1.0; older clients and agents send it as x-api-key.
  tokenOf: (headers) => headers.get('x-api-key') ?? bearerToken(headers),
  readRequest,
  renderAnswer,
  readAnswer,
  renderError: (kind, message) => ({ type: 'error', error: { type: ERROR_TYPES[kind], message } }),
};

function readRequest(body: unknown): ModelRequest | null {
  const parsed = RequestBody.safeParse(body);
  if (!parsed.success) return null;
  const { model, stream, system, messages, tools } = parsed.data;
  const blocks = messages.flatMap((message) => message.content);
  return {
    model,
    stream,
    texts: [...system, ...blocks].map(blockText).concat(tools.map((tool) => tool.description)),
    outputsBeforeAnswers: outputsBeforeAnswers(messages),
  };
}

function outputsBeforeAnswers(messages: z.infer<typeof RequestBody>['messages']): (string | null)[] {
  let last: string | null = null;
  const before: (string | null)[] = [];
  for (const { role, content } of messages) {
    if (role === 'assistant') before.push(last);
    last = content.findLast((block) => block.kind === 'tool-result')?.text ?? last;
  }
  return [...before, last];
}

function renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string): object {
  const text = answer.text === '' ? [] : [{ type: 'text', text: answer.text }];
  const calls = answer.toolCalls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input }));
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [...text, ...calls],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: answer.usage.inputTokens, output_tokens: answer.usage.outputTokens },
  };
}

function readAnswer(body: unknown): ModelAnswer {
  const { content, usage } = AnswerBody.parse(body);
  return {
    text: content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n'),
    toolCalls: content.flatMap((block) => (block.kind === 'tool-use' ? [block] : [])),
    usage: { inputTokens: usage?.input_tokens ?? null, outputTokens: usage?.output_tokens ?? null },
  };
}

function blockText(block: Block): string {
  if (block.kind === 'other') return '';
  return block.kind === 'tool-use' ? JSON.stringify(block.input) : block.text;
}

function textOf(content: string | readonly ({ text: string } | null)[]): string {
  return typeof content === 'string' ? content : content.map((part) => part?.text ?? '').join('\n');
}
