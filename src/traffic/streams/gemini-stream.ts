import { z } from 'zod';
import { REQUEST_LABELS } from '../../contracts/side-requests.ts';
import type { StreamReader } from '../agent-account.ts';
import { sumOfUsage } from './sum-of-usage.ts';

const tokens = z.int().nonnegative();

const ToolUse = z.object({ type: z.literal('tool_use'), tool_name: z.string() });
const Result = z.object({
  type: z.literal('result'),
  stats: z.object({ input_tokens: tokens, total_tokens: tokens }),
});

/** `-o stream-json`: the last line of each start has its usage. What was thought is in the total alone. Calls of sub-agents are not printed. */
export const geminiStream: StreamReader = {
  covers: REQUEST_LABELS,
  shows: ['work', 'side', 'compaction'],
  read(starts) {
    const usages = starts.map((events) => {
      const stats = events.flatMap((event) => Result.safeParse(event).data ?? []).at(-1)?.stats;
      if (stats === undefined) return null;
      const { input_tokens: inputTokens, total_tokens } = stats;
      return { inputTokens, outputTokens: Math.max(0, total_tokens - inputTokens) };
    });
    const calls = starts.flat().flatMap((event) => ToolUse.safeParse(event).data ?? []);
    return {
      usage: sumOfUsage(usages),
      calls: calls.map(({ tool_name }) => ({ tool: tool_name, id: null })),
    };
  },
};
