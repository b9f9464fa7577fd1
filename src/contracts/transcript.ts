import { z } from 'zod';

/** Usage as the provider's own fields report it; `null` if an answer did not report it. */
export const Usage = z.strictObject({
  inputTokens: z.int().nonnegative().nullable(),
  outputTokens: z.int().nonnegative().nullable(),
});
export type Usage = z.infer<typeof Usage>;

/** The tokens that a trial cost; `null` if either half is unknown. */
export function totalTokens({ inputTokens, outputTokens }: Usage): number | null {
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens;
}

const atMs = z
  .number()
  .nonnegative()
  .describe("Milliseconds since the trial's first model request, by the harness's clock.");

/** A provider-neutral format, the same for every agent and wire. */
export const TranscriptEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system'), atMs, text: z.string() }),
  z.strictObject({ kind: z.literal('user'), atMs, text: z.string() }),
  z.strictObject({ kind: z.literal('assistant'), atMs, text: z.string(), usage: Usage }),
  z.strictObject({
    kind: z.literal('tool-call'),
    atMs,
    id: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    kind: z.literal('tool-result'),
    atMs,
    id: z.string(),
    output: z.string(),
    isError: z.boolean().describe('As the wire reports it; false on wires that do not mark errors.'),
  }),
  z
    .strictObject({ kind: z.literal('rejection'), atMs, text: z.string() })
    .describe("The provider's words for why it did not continue the conversation."),
]);
export type TranscriptEvent = z.infer<typeof TranscriptEvent>;

export const Transcript = z.strictObject({ events: z.array(TranscriptEvent) });
export type Transcript = z.infer<typeof Transcript>;

/** The agent's last words; `null` if it gave none. Text before a tool call is not an answer. */
export function finalAnswer({ events }: Transcript): string | null {
  const last = events.findLast(({ kind }) => kind === 'assistant' || kind === 'tool-call');
  return last?.kind === 'assistant' && last.text !== '' ? last.text : null;
}
