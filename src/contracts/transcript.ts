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

const onlyInHistory = z
  .literal(true)
  .exactOptional()
  .describe('The words stand in the history of a request, and no answer of the model said them.');

/** A provider-neutral format, the same for every agent and wire. */
export const TranscriptEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system'), atMs, text: z.string() }),
  z.strictObject({ kind: z.literal('user'), atMs, text: z.string() }),
  z.strictObject({
    kind: z.literal('assistant'),
    atMs,
    text: z.string(),
    usage: Usage,
    isAside: z
      .literal(true)
      .exactOptional()
      .describe("An answer that cannot be the agent's last words on its task."),
    isEarlier: z
      .literal(true)
      .exactOptional()
      .describe('An answer that came before the last thing that the user said.'),
    onlyInHistory,
  }),
  z.strictObject({
    kind: z.literal('tool-call'),
    atMs,
    id: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    onlyInHistory,
    notOffered: z
      .literal(true)
      .exactOptional()
      .describe('The request offered no such tool, so that the call counts as none.'),
    isAside: z
      .literal(true)
      .exactOptional()
      .describe('Something beside the agent program asked, so that the call is none of the agent.'),
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

type Said = Extract<TranscriptEvent, { kind: 'assistant' | 'tool-call' }>;

/**
 * The agent's last words on its task, since the user last spoke: every answer without tool calls, or the very last answer if all of
 * those are asides. There may be several, because other processes of the sandbox can ask the model too: what they are told cannot
 * hide what the agent was told.
 */
export function finalAnswers({ events }: Transcript): string[] {
  const said = events.filter(isAnswered);
  const closing = said.filter(
    (event, index) => said[index + 1]?.kind !== 'tool-call' && textOf(event) !== '',
  );
  const onTask = closing.filter((event) => !(event.kind === 'assistant' && event.isAside));
  const last = said.slice(-1).filter((event) => textOf(event) !== '');
  return [...new Set((onTask.length > 0 ? onTask : last).map(textOf))];
}

/** Empty for a call, because text before it is no answer, and for what came before the user last spoke. */
function textOf(event: Said): string {
  return event.kind === 'assistant' && event.isEarlier === undefined ? event.text : '';
}

function isAnswered(event: TranscriptEvent): event is Said {
  return (event.kind === 'assistant' || event.kind === 'tool-call') && event.onlyInHistory === undefined;
}

/** The calls of tools that the model was offered, in answers to the agent itself. */
export function countedCalls({ events }: Transcript): Extract<TranscriptEvent, { kind: 'tool-call' }>[] {
  const calls = events.filter((event) => event.kind === 'tool-call');
  return calls.filter(
    (call) => isAnswered(call) && call.notOffered === undefined && call.isAside === undefined,
  );
}

export function calledTools(transcript: Transcript): Set<string> {
  return new Set(countedCalls(transcript).map(({ tool }) => tool));
}

/** The tools that any call names, whether it counts or stands only in the history of a request. */
export function mentionedTools({ events }: Transcript): Set<string> {
  return new Set(events.flatMap((event) => (event.kind === 'tool-call' ? [event.tool] : [])));
}
