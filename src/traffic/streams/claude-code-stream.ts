import { z } from 'zod';
import { REQUEST_LABELS } from '../../contracts/side-requests.ts';
import type { ReportedCall, StreamReader } from '../agent-account.ts';
import { sumOfUsage } from './sum-of-usage.ts';

const tokens = z.int().nonnegative();

const ToolUse = z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string() });
const Message = z.object({
  type: z.literal('assistant'),
  message: z.object({ content: z.array(z.unknown()) }),
});

/** Of all models together, subagents included. The usage beside it is that of the conversation alone. */
const Result = z.object({
  type: z.literal('result'),
  model_usage_since_last_result: z.record(
    z.string(),
    z.object({
      inputTokens: tokens,
      outputTokens: tokens,
      cacheReadInputTokens: tokens,
      cacheCreationInputTokens: tokens,
    }),
  ),
});

/**
 * `--output-format stream-json`: a message is printed block by block, and the usage of a start is in its last line. What a sub-agent of a
 * sub-agent calls is not printed.
 */
export const claudeCodeStream: StreamReader = {
  covers: REQUEST_LABELS,
  shows: ['work', 'side', 'compaction'],
  read(starts) {
    const usages = starts.map((events) => {
      const results = events.flatMap((event) => Result.safeParse(event).data ?? []);
      const models = results.flatMap((result) => Object.values(result.model_usage_since_last_result));
      return results.length === 0 ? null : sumOfUsage(models.map(usageOf));
    });
    return { usage: sumOfUsage(usages), calls: starts.flat().flatMap(callsIn) };
  },
};

type ModelUsage = z.infer<typeof Result>['model_usage_since_last_result'][string];

/** As on the wire, the input is only what no cache was involved in. */
function usageOf(usage: ModelUsage) {
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens } = usage;
  return { inputTokens: inputTokens + cacheReadInputTokens + cacheCreationInputTokens, outputTokens };
}

function callsIn(event: unknown): ReportedCall[] {
  const blocks = Message.safeParse(event).data?.message.content ?? [];
  return blocks.flatMap((block) => {
    const call = ToolUse.safeParse(block).data;
    return call === undefined ? [] : [{ tool: call.name, id: call.id }];
  });
}
