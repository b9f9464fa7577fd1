/** How Codex names the tool of an MCP server for its model: without hyphens. */
export function codexToolName(server: string, tool: string): string {
  return `mcp__${plain(server)}.${plain(tool)}`;
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, '_');
}
