import { PIXEL } from './clients/client.ts';

/** As they come over the wire. */
export function events(list: readonly { type: string }[]): string {
  return list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const image = { type: 'image', source: { type: 'base64', media_type: PIXEL.type, data: PIXEL.data } };
export const thinking = { type: 'thinking', thinking: 'Let me see… ünï 🎈', signature: 'EqQBCkYIARgC/+==' };
export const redacted = { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4a' };
export const toolUse = { type: 'tool_use', id: 'toolu_01', name: 'look', input: { where: 'here' } };
const claudeUsage = {
  ...{ input_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 },
  ...{ output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
};
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', stop_sequence: null };
export const claudeWhole = {
  ...message,
  content: [thinking, redacted, toolUse],
  stop_reason: 'tool_use',
  usage: claudeUsage,
};
export const claudeEvents = [
  {
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, usage: { ...claudeUsage, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see… ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'ünï 🎈' } },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'signature_delta', signature: thinking.signature },
  },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: redacted },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { ...toolUse, input: {} } },
  {
    type: 'content_block_delta',
    index: 2,
    delta: { type: 'input_json_delta', partial_json: '{"where":"here"}' },
  },
  { type: 'content_block_stop', index: 2 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
  },
  { type: 'message_stop' },
];

export const reasoning = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'gAAAA/+==',
};
const spoken = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Seen.', annotations: [] }],
};
const gptUsage = {
  ...{ input_tokens: 125, input_tokens_details: { cached_tokens: 100 }, total_tokens: 134 },
  ...{ output_tokens: 9, output_tokens_details: { reasoning_tokens: 4 } },
};
const gptWhole = {
  ...{
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    incomplete_details: null,
  },
  ...{ model: 'gpt-x', output: [reasoning, spoken], usage: gptUsage, tools: [], parallel_tool_calls: true },
};
export const gptEvents = [
  {
    type: 'response.created',
    sequence_number: 0,
    response: { ...gptWhole, status: 'in_progress', output: [], usage: null },
  },
  {
    type: 'response.output_item.added',
    sequence_number: 1,
    output_index: 0,
    item: { ...reasoning, summary: [] },
  },
  {
    type: 'response.reasoning_summary_part.added',
    sequence_number: 2,
    item_id: 'rs_1',
    output_index: 0,
    summary_index: 0,
    part: { type: 'summary_text', text: '' },
  },
  {
    type: 'response.reasoning_summary_text.delta',
    sequence_number: 3,
    item_id: 'rs_1',
    output_index: 0,
    summary_index: 0,
    delta: 'Hm.',
  },
  { type: 'response.output_item.done', sequence_number: 4, output_index: 0, item: reasoning },
  {
    type: 'response.output_item.added',
    sequence_number: 5,
    output_index: 1,
    item: { ...spoken, content: [] },
  },
  {
    type: 'response.content_part.added',
    sequence_number: 6,
    item_id: 'msg_1',
    output_index: 1,
    content_index: 0,
    part: { type: 'output_text', text: '', annotations: [] },
  },
  {
    type: 'response.output_text.delta',
    sequence_number: 7,
    item_id: 'msg_1',
    output_index: 1,
    content_index: 0,
    delta: 'Seen.',
    logprobs: [],
  },
  { type: 'response.output_item.done', sequence_number: 8, output_index: 1, item: spoken },
  { type: 'response.completed', sequence_number: 9, response: gptWhole },
];

const chatPicture = { type: 'image_url', image_url: { url: `data:${PIXEL.type};base64,${PIXEL.data}` } };
const thought = { text: 'Hm.', thought: true, thoughtSignature: 'CiQB/+==' };
const geminiUsage = {
  promptTokenCount: 125,
  cachedContentTokenCount: 100,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 4,
};

/** Odd white space, orders and fields, as a client may write them: they are its own. */
export const CASES = [
  {
    name: 'Anthropic thinking and pictures',
    path: '/v1/messages?beta=true',
    request: `{ "stream" : false,"messages":[{"role":"user","content":${JSON.stringify([image])}},\n {"role":"assistant","content":${JSON.stringify([thinking, redacted, toolUse])}},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":${JSON.stringify([image])}}]}], "thinking":{"type":"enabled","budget_tokens":1024},"max_tokens":2048,"model":"claude-x","unheard_of":[1.0,"\\u00fc"]}`,
    answer: ` ${JSON.stringify(claudeWhole, null, 1)}\n`,
    stream: events(claudeEvents),
    usage: {
      inputTokens: 125,
      outputTokens: 9,
      cacheReadTokens: 100,
      cacheWriteTokens: 20,
      reasoningTokens: 4,
    },
  },
  {
    name: 'OpenAI reasoning and pictures',
    path: '/v1/responses',
    request: `{"include":["reasoning.encrypted_content"], "input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,${PIXEL.data}"}]},${JSON.stringify(reasoning)} ,{"type":"function_call_output","call_id":"c","output":[{"type":"input_image","image_url":"data:image/png;base64,${PIXEL.data}"}]}],"store":false,"model":"gpt-x","stream":false}`,
    answer: JSON.stringify(gptWhole),
    stream: events(gptEvents),
    usage: {
      inputTokens: 125,
      outputTokens: 9,
      cacheReadTokens: 100,
      cacheWriteTokens: null,
      reasoningTokens: 4,
    },
  },
  {
    name: 'OpenAI Chat pictures and a local server’s reasoning',
    path: '/v1/chat/completions',
    request: `{"model":"local","messages":[{"role":"user","content":[${JSON.stringify(chatPicture)}]},{"role":"assistant","content":null,"reasoning_content":"Hm."}],"stream":false,"stream_options":{"include_usage":true}}`,
    answer: JSON.stringify({
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Seen.', reasoning_content: 'Hm.' },
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    }),
    stream: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'Hm.' } }] })}\n\n: a comment\n\ndata: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Seen.' }, finish_reason: 'stop' }] })}\r\n\r\ndata: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } })}\n\ndata: [DONE]\n\n`,
    usage: {
      inputTokens: 5,
      outputTokens: 2,
      cacheReadTokens: null,
      cacheWriteTokens: null,
      reasoningTokens: null,
    },
  },
  {
    name: 'Gemini thoughts and pictures',
    path: '/v1beta/models/gemini-x:generateContent',
    request: `{"contents":[{"parts":[{"inlineData":{"mimeType":"image/png","data":"${PIXEL.data}"}}]},{"role":"model","parts":[${JSON.stringify(thought)}]}]}`,
    answer: JSON.stringify({
      candidates: [{ content: { parts: [thought, { text: 'Seen.' }] }, finishReason: 'STOP' }],
      usageMetadata: geminiUsage,
    }),
    stream: `data: ${JSON.stringify({ candidates: [{ content: { parts: [thought] } }] })}\n\ndata: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Seen.' }] }, finishReason: 'STOP' }], usageMetadata: geminiUsage })}\n\n`,
    usage: {
      inputTokens: 125,
      outputTokens: 9,
      cacheReadTokens: 100,
      cacheWriteTokens: null,
      reasoningTokens: 4,
    },
  },
];
