import { z } from 'zod';
import type { StreamReader } from '../agent-account.ts';
import { sumOfUsage } from './sum-of-usage.ts';

const tokens = z.int().nonnegative();

const ToolUse = z.object({
  type: z.literal('tool_use'),
  part: z.object({ tool: z.string(), callID: z.string() }),
});
const StepFinish = z.object({
  type: z.literal('step_finish'),
  part: z.object({
    tokens: z.object({
      total: tokens,
      input: tokens,
      cache: z.object({ read: tokens, write: tokens }),
    }),
  }),
});

/** `run --format json` shows the session of the prompt alone: neither titles nor sub-agents. */
export const opencodeStream: StreamReader = {
  covers: ['work', 'compaction'],
  read(starts) {
    const events = starts.flat();
    const steps = events.flatMap((event) => StepFinish.safeParse(event).data?.part ?? []);
    const usages = steps.map(({ tokens: { total, input, cache } }) => {
      const inputTokens = input + cache.read + cache.write;
      return { inputTokens, outputTokens: Math.max(0, total - inputTokens) };
    });
    const calls = events.flatMap((event) => ToolUse.safeParse(event).data?.part ?? []);
    return {
      usage: steps.length === 0 ? null : sumOfUsage(usages),
      calls: calls.map(({ tool, callID }) => ({ tool, id: callID })),
    };
  },
};
