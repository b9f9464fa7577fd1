import { randomUUID } from 'node:crypto';
import { printed } from '../../base/printed.ts';
import { shellQuote } from '../../base/shell-quote.ts';
import type { McpServer } from '../../contracts/mcp-server.ts';
import { ListedServers, type ListedTool, ServerAnswer } from '../../contracts/server-answers.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { OfferedTool } from './conversation.ts';
import { nameForModel } from './name-for-model.ts';

/** The connections stay open as long as the sandbox, in a process of its agent's user. */
const KEEP = 'node /usr/local/lib/assay/serve-clients.mjs';
const ASK = '/usr/bin/python3 -IS /usr/local/lib/assay/ask-client.py';

/** Longer than the programs in the sandbox wait for a server, so that they can say what is wrong with it. */
const LIMITS = { seconds: 120, maxOutputBytes: 8 * 1024 * 1024 };
/** Providers take no more tools with a request, or not many more. */
const MOST_TOOLS = 100;

/** The tools of an agent's MCP servers, as its model knows them. */
export type ServerTools = {
  offered: readonly OfferedTool[];
  /** `null` if no server has this tool. */
  call: (tool: string, input: Record<string, unknown>, signal: AbortSignal) => Promise<ServerAnswer> | null;
};

export const NO_SERVERS: ServerTools = { offered: [], call: () => null };

/**
 * Connects an agent to its servers, from inside the sandbox. A server that does not answer has no tools, as it is with agent
 * programs.
 */
export async function openServers(
  servers: readonly McpServer[],
  sandbox: Pick<Sandbox, 'run'>,
  signal: AbortSignal,
): Promise<ServerTools> {
  if (servers.length === 0) return NO_SERVERS;
  const socket = `assay-${randomUUID()}`;
  const keep = `${KEEP} ${socket} <<<${shellQuote(JSON.stringify(servers))} >/dev/null 2>&1 &`;
  const { stdout } = await sandbox.run({ command: `${keep}\n${ASK} ${socket} <<<'{}'`, ...LIMITS }, signal);
  const known = new Set(servers.map(({ name }) => name));
  // Whatever runs in the sandbox can answer in the place of our programs.
  const found = (printed(ListedServers, stdout)?.servers ?? []).filter(({ name }) => known.has(name));
  const places = new Map<string, { server: string; tool: ListedTool }>();
  for (const { name: server, tools } of found)
    for (const tool of tools) {
      const name = nameForModel(server, tool.name);
      if (places.size < MOST_TOOLS && !places.has(name)) places.set(name, { server, tool });
    }
  return {
    offered: [...places].map(
      ([
        name,
        {
          tool: { description, inputSchema },
        },
      ]) => ({
        ...{ name, description, inputSchema },
        isStrict: false,
      }),
    ),
    call: (name, input, given) => {
      const place = places.get(name);
      if (place === undefined) return null;
      const question = { call: { server: place.server, tool: place.tool.name, arguments: input } };
      return ask(question, { socket, sandbox, signal: given });
    },
  };
}

async function ask(
  question: object,
  { socket, sandbox, signal }: { socket: string; sandbox: Pick<Sandbox, 'run'>; signal: AbortSignal },
): Promise<ServerAnswer> {
  const stdin = new TextEncoder().encode(JSON.stringify(question));
  const { stdout } = await sandbox.run({ command: `${ASK} ${socket}`, stdin, ...LIMITS }, signal);
  return printed(ServerAnswer, stdout) ?? { text: 'The server gave no answer.', isError: true };
}
