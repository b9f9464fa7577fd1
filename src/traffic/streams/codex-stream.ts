import { z } from 'zod';
import type { StreamReader } from '../agent-account.ts';
import { codexToolName } from './codex-tool-name.ts';

const tokens = z.int().nonnegative();

const TurnCompleted = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }),
});
const Item = z.object({
  type: z.enum(['item.started', 'item.completed']),
  item: z.discriminatedUnion('type', [
    z.object({ type: z.literal('command_execution'), id: z.string() }),
    z.object({ type: z.literal('mcp_tool_call'), id: z.string(), server: z.string(), tool: z.string() }),
  ]),
});
type Item = z.infer<typeof Item>['item'];

/** The tools that run a command, one of which a model is offered; each call of it is an item of this kind. */
const SHELLS: ReadonlySet<string> = new Set(['exec_command', 'shell_command', 'shell', 'local_shell_call']);
const COMMAND = 'command_execution';

/** Its own tools that ask MCP servers. Their items name a server, or Codex itself. */
const OF_RESOURCES: ReadonlySet<string> = new Set([
  ...['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'],
]);
const OF_SERVER = 'mcp__';

/**
 * `exec --json`. The usage of a turn is that of the whole session so far, also in a session that goes on, and is none of its
 * sub-agents'. Commands and calls of MCP servers have items. Calls of other tools have none, or several.
 */
export const codexStream: StreamReader = {
  covers: ['work', 'side', 'compaction'],
  nameOf(tool) {
    if (SHELLS.has(tool)) return COMMAND;
    return OF_RESOURCES.has(tool) || tool.startsWith(OF_SERVER) ? tool : null;
  },
  read(starts) {
    const turns = (starts.at(-1) ?? []).flatMap((event) => TurnCompleted.safeParse(event).data ?? []);
    const last = turns.at(-1)?.usage;
    return {
      usage: last === undefined ? null : { inputTokens: last.input_tokens, outputTokens: last.output_tokens },
      calls: starts.flatMap(itemsIn).map((item) => ({ tool: nameOf(item), id: null })),
    };
  },
};

/** The items of one start; each has one event or two. */
function itemsIn(events: readonly unknown[]): Item[] {
  const items = events.flatMap((event) => Item.safeParse(event).data?.item ?? []);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function nameOf(item: Item): string {
  if (item.type === 'command_execution') return COMMAND;
  return OF_RESOURCES.has(item.tool) ? item.tool : codexToolName(item.server, item.tool);
}
