import { z } from 'zod';
import { eventOf, piecesOf, type ServerSentEvent } from '../http/server-sent-events.ts';
import type { EventJoiner } from '../wire.ts';

const CallPiece = z.object({
  index: z.int(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(CallPiece).nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.unknown().optional(),
});

export class ChatJoiner implements EventJoiner {
  readonly #calls = new Map<number, { id: string; name: string; text: string }>();
  #content = '';
  #refusal: string | null = null;
  #usage: unknown = null;
  #finishReason: string | null = null;

  add(body: unknown): void {
    const chunk = Chunk.safeParse(body).data;
    for (const { delta, finish_reason } of chunk?.choices ?? []) {
      this.#content += delta.content ?? '';
      if (typeof delta.refusal === 'string') this.#refusal = (this.#refusal ?? '') + delta.refusal;
      for (const piece of delta.tool_calls ?? []) this.#extend(piece);
      this.#finishReason = finish_reason ?? this.#finishReason;
    }
    this.#usage = chunk?.usage ?? this.#usage;
  }

  #extend({ index, id, function: called }: z.infer<typeof CallPiece>): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', text: '' };
    this.#calls.set(index, {
      id: call.id + (id ?? ''),
      name: call.name + (called?.name ?? ''),
      text: call.text + (called?.arguments ?? ''),
    });
  }

  body(): unknown {
    const calls = [...this.#calls.values()].map(({ id, name, text }) => ({
      id,
      function: { name, arguments: text },
    }));
    const message = { content: this.#content, refusal: this.#refusal, tool_calls: calls };
    return { choices: [{ message, finish_reason: this.#finishReason }], usage: this.#usage };
  }

  isComplete(): boolean {
    return this.#finishReason !== null;
  }
}

type Call = { id: string; type: string; function: { name: string; arguments: string } };
type Choice = {
  message: { content: string | null; refusal: string | null; tool_calls?: readonly Call[] };
  finish_reason: string;
};
type Whole = { choices: readonly Choice[]; usage: object };

/** Includes the usage, which the gateway asks for in any case. */
export function renderChatEvents(whole: Whole): ServerSentEvent[] {
  const { usage, choices, ...head } = whole;
  const chunk = (fields: object) => eventOf({ ...head, object: 'chat.completion.chunk', ...fields });
  const deltas = choices.flatMap(({ message, finish_reason }) => [
    choice({ role: 'assistant', content: '' }),
    ...piecesOf(message.content ?? '').map((content) => choice({ content })),
    ...piecesOf(message.refusal ?? '').map((refusal) => choice({ refusal })),
    ...(message.tool_calls ?? []).flatMap(callDeltas),
    choice({}, finish_reason),
  ]);
  return [
    ...deltas.map((delta) => chunk({ choices: [delta] })),
    chunk({ choices: [], usage }),
    { event: null, data: '[DONE]' },
  ];
}

function choice(delta: object, finish_reason: string | null = null) {
  return { index: 0, delta, finish_reason };
}

function callDeltas({ id, type, function: { name, arguments: text } }: Call, index: number) {
  const first = { index, id, type, function: { name, arguments: '' } };
  const rest = piecesOf(text).map((piece) => ({ index, function: { arguments: piece } }));
  return [first, ...rest].map((call) => choice({ tool_calls: [call] }));
}
