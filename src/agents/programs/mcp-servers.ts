import type { McpServer } from '../../contracts/mcp-server.ts';

/** MCP servers by name, in the form of settings that most programs read. */
export function mcpServers(
  servers: readonly McpServer[],
  atUrl: (url: string) => object = (url) => ({ type: 'http', url }),
): Record<string, object> {
  const entries = servers.map((server): [string, object] => {
    if ('url' in server) return [server.name, atUrl(server.url)];
    const [command, ...args] = server.command;
    return [server.name, { command, args, env: server.env }];
  });
  return Object.fromEntries(entries);
}
