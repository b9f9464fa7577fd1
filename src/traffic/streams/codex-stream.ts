import { z } from 'zod';
import { REQUEST_LABELS } from '../../contracts/side-requests.ts';
import type { StreamReader } from '../agent-account.ts';

const tokens = z.int().nonnegative();

const TurnCompleted = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }),
});
const CommandItem = z.object({
  type: z.enum(['item.started', 'item.completed']),
  item: z.object({ type: z.literal('command_execution'), id: z.string() }),
});

/** The tools that run a command, one of which a model is offered; each call of it is an item of this kind. */
const SHELLS: ReadonlySet<string> = new Set(['exec_command', 'shell_command', 'shell', 'local_shell_call']);
const ITEM = 'command_execution';

/**
 * `exec --json`. The usage of a turn is that of the whole session so far, also in a session that goes on. Calls of other tools have no
 * items, or several.
 */
export const codexStream: StreamReader = {
  covers: REQUEST_LABELS,
  nameOf: (tool) => (SHELLS.has(tool) ? ITEM : null),
  read(starts) {
    const turns = (starts.at(-1) ?? []).flatMap((event) => TurnCompleted.safeParse(event).data ?? []);
    const last = turns.at(-1)?.usage;
    return {
      usage: last === undefined ? null : { inputTokens: last.input_tokens, outputTokens: last.output_tokens },
      calls: starts.flatMap(commandsIn).map(() => ({ tool: ITEM, id: null })),
    };
  },
};

/** The ids of the commands of one start; each has one event or two. */
function commandsIn(events: readonly unknown[]): string[] {
  const items = events.flatMap((event) => CommandItem.safeParse(event).data?.item ?? []);
  return [...new Set(items.map(({ id }) => id))];
}
