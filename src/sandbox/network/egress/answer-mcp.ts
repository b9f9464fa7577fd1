import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { compilePattern } from '../../../base/compile-pattern.ts';
import { canonicalJson } from '../../../base/digest.ts';
import type { McpTool } from '../../../contracts/mcp-server.ts';

/** A longer request is answered with status 413. */
export const MAX_MCP_BYTES = 1024 * 1024;

/**
 * Answers as the MCP server that a suite describes. It keeps nothing between two requests, so that no client can change
 * what a later one is answered.
 */
export async function answerMcp(tools: readonly McpTool[], request: Request): Promise<Response> {
  const handler = createMcpHandler(() => serverWith(tools), {
    maxRequestBodySize: MAX_MCP_BYTES,
    maxSubscriptions: 1,
    keepAliveMs: 0,
  });
  return await handler.fetch(request);
}

function serverWith(tools: readonly McpTool[]): Server {
  const server = new Server({ name: 'fixture', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler('tools/call', ({ params }) => answerTo(tools, params));
  return server;
}

type Called = { name: string; arguments?: Record<string, unknown> | undefined };

function answerTo(tools: readonly McpTool[], { name, arguments: given = {} }: Called) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return said(`There is no tool "${name}".`, true);
  const written = canonicalJson(given);
  const answer = tool.answers.find(({ when }) => when === undefined || compilePattern(when).test(written));
  if (answer === undefined) return said(`No answer for ${written}.`, true);
  return said(answer.text, answer.isError);
}

function said(text: string, isError: boolean) {
  return { content: [{ type: 'text' as const, text }], ...(isError ? { isError } : {}) };
}
