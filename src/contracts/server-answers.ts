import { z } from 'zod';

/** A tool of an MCP server, as the client in the sandbox tells of it. */
export const ListedTool = z.object({
  name: z.string().min(1),
  description: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
});
export type ListedTool = z.infer<typeof ListedTool>;

/** What the client in the sandbox says when it is asked for the tools of all servers. */
export const ListedServers = z.object({
  servers: z.array(z.object({ name: z.string(), tools: z.array(ListedTool) })),
});

/** What it says of a call. */
export const ServerAnswer = z.object({ text: z.string(), isError: z.boolean() });
export type ServerAnswer = z.infer<typeof ServerAnswer>;
