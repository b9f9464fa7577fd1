import { z } from 'zod';
import { eventOf, piecesOf, type ServerSentEvent } from '../http/server-sent-events.ts';
import type { EventJoiner } from '../wire.ts';

const Chunk = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(z.unknown()).default([]) }).optional(),
        finishReason: z.string().nullish(),
      }),
    )
    .default([]),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z.unknown().optional(),
});

/** Every chunk reports the usage so far; that of the last chunk is the answer's. */
export class GeminiJoiner implements EventJoiner {
  readonly #parts: unknown[] = [];
  #finishReason: string | null = null;
  #promptFeedback: z.infer<typeof Chunk>['promptFeedback'] = null;
  #usage: unknown = null;

  add(body: unknown): void {
    const chunk = Chunk.safeParse(body).data;
    for (const { content, finishReason } of chunk?.candidates ?? []) {
      this.#parts.push(...(content?.parts ?? []));
      this.#finishReason = finishReason ?? this.#finishReason;
    }
    this.#promptFeedback = chunk?.promptFeedback ?? this.#promptFeedback;
    this.#usage = chunk?.usageMetadata ?? this.#usage;
  }

  body(): unknown {
    return {
      candidates: [{ content: { parts: this.#parts }, finishReason: this.#finishReason }],
      promptFeedback: this.#promptFeedback,
      usageMetadata: this.isComplete() ? this.#usage : null,
    };
  }

  isComplete(): boolean {
    return this.#finishReason !== null || typeof this.#promptFeedback?.blockReason === 'string';
  }
}

type Part = { text: string } | { functionCall: object };
type Whole = {
  candidates: readonly {
    index: number;
    content: { role: string; parts: readonly Part[] };
    finishReason: string;
  }[];
  usageMetadata: { promptTokenCount: number | null };
};

export function renderGeminiEvents({ candidates, usageMetadata, ...head }: Whole): ServerSentEvent[] {
  const { promptTokenCount } = usageMetadata;
  const chunks = candidates.flatMap(({ content: { role, parts }, finishReason }) => [
    ...parts.flatMap(piecesOfPart).map((part) => ({
      candidates: [{ index: 0, content: { role, parts: [part] } }],
      usageMetadata: { promptTokenCount },
    })),
    { candidates: [{ index: 0, content: { role, parts: [] }, finishReason }], usageMetadata },
  ]);
  return chunks.map((chunk) => eventOf({ ...head, ...chunk }));
}

function piecesOfPart(part: Part): Part[] {
  return 'text' in part ? piecesOf(part.text).map((text) => ({ text })) : [part];
}
