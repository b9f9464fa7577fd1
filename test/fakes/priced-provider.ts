/** 1,000 tokens in, of which 400 come from a cache, and 100 out: at the prices below $0.0024. */
const usage = {
  input_tokens: 600,
  cache_read_input_tokens: 400,
  cache_creation_input_tokens: 0,
  output_tokens: 100,
};

export const PRICES = `models:
  - { model: claude-x, input: 2, output: 10, cacheRead: 0.5, source: https://example.com/prices, date: 2026-01-02 }
`;

const look = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'ls' } }],
  stop_reason: 'tool_use',
  usage,
};
const done = { ...look, content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' };

/** Answers Anthropic Messages: a look at the files first, and then that it is done. Two requests a trial. */
export async function pricedProvider(request: Request): Promise<Response> {
  return Response.json((await request.text()).includes('tool_result') ? done : look);
}
