import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { McpTool } from '../../../../src/contracts/mcp-server.ts';
import { answerMcp, MAX_MCP_BYTES } from '../../../../src/sandbox/network/egress/answer-mcp.ts';

const URL_OF_SERVER = new URL('https://tickets.example/mcp');
const TOOLS = [
  McpTool.parse({
    name: 'list_tickets',
    description: 'Lists tickets.',
    inputSchema: { type: 'object', properties: { status: { type: 'string' } } },
    answers: [
      { when: '"limit":1,"status":"open"', text: 'T-17' },
      { when: '"status":"open"', text: 'T-17 and T-23' },
      { when: '"status":"lost"', text: 'No such status.', isError: true },
    ],
  }),
];

async function connected(): Promise<Client> {
  const fetch = (url: string | URL, init?: RequestInit) => answerMcp(TOOLS, new Request(url, init));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(URL_OF_SERVER, { fetch }));
  return client;
}

test('the official client finds the tools of a made-up server', async () => {
  const client = await connected();
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([{ name: 'list_tickets', inputSchema: { properties: { status: {} } } }]);
  await client.close();
});

test.each([
  [{ status: 'open' }, 'T-17 and T-23', false],
  [{ status: 'open', limit: 1 }, 'T-17', false],
  [{ status: 'lost' }, 'No such status.', true],
  [{ status: 'shut' }, 'No answer for {"status":"shut"}.', true],
])('a call with %j is answered by the first answer that applies', async (given, text, isError) => {
  const client = await connected();
  const answer = await client.callTool({ name: 'list_tickets', arguments: given });
  expect(answer.content).toEqual([{ type: 'text', text }]);
  expect(answer.isError ?? false).toBe(isError);
  await client.close();
});

test('a tool that it does not have is an error that names it', async () => {
  const client = await connected();
  const { content, isError } = await client.callTool({ name: 'close', arguments: {} });
  expect({ content, isError }).toEqual({
    content: [{ type: 'text', text: 'There is no tool "close".' }],
    isError: true,
  });
  await client.close();
});

test('a request that is too long is refused before it is read', async () => {
  const body = Buffer.alloc(MAX_MCP_BYTES + 1, ' ');
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await answerMcp(TOOLS, new Request(URL_OF_SERVER, { method: 'POST', headers, body }));
  expect(response.status).toBe(413);
});
