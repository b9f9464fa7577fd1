import { z } from 'zod';
import { eventOf, piecesOf, type ServerSentEvent } from '../http/server-sent-events.ts';
import type { EventJoiner } from '../wire.ts';

const Last = z.object({
  type: z.enum(['response.completed', 'response.incomplete', 'response.failed']),
  response: z.record(z.string(), z.unknown()),
});
const ItemDone = z.object({ type: z.literal('response.output_item.done'), item: z.unknown() });

/** The last event holds the whole answer; until it comes, only the completed items are available. */
export class ResponsesJoiner implements EventJoiner {
  readonly #items: unknown[] = [];
  #whole: unknown = null;

  add(body: unknown): void {
    const item = ItemDone.safeParse(body);
    if (item.success) this.#items.push(item.data.item);
    this.#whole ??= Last.safeParse(body).data?.response ?? null;
  }

  body(): unknown {
    return this.#whole ?? { output: this.#items };
  }

  isComplete(): boolean {
    return this.#whole !== null;
  }
}

type Message = { id: string; content: readonly Part[] };
type Part = { type: string; text?: string; refusal?: string };
type Call = { id: string; arguments: string };
type TypedEvent = { type: string; [field: string]: unknown };
type Whole = { status: string; output: readonly (Message | Call)[] };

export function renderResponsesEvents(whole: Whole): ServerSentEvent[] {
  const started = { ...whole, status: 'in_progress', output: [], usage: null };
  const events: TypedEvent[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...whole.output.flatMap((item, index) =>
      'content' in item ? messageEvents(item, index) : callEvents(item, index),
    ),
    { type: `response.${whole.status}`, response: whole },
  ];
  return events.map((event, number) => eventOf({ ...event, sequence_number: number }, event.type));
}

function messageEvents(item: Message, index: number): TypedEvent[] {
  const place = { item_id: item.id, output_index: index, content_index: 0 };
  return [
    added({ ...item, status: 'in_progress', content: [] }, index),
    ...item.content.flatMap((part) => partEvents(part, place)),
    done(item, index),
  ];
}

function partEvents(part: Part, place: object): TypedEvent[] {
  const name = part.type === 'refusal' ? 'refusal' : 'text';
  const text = part.text ?? part.refusal ?? '';
  const kind = name === 'text' ? 'response.output_text' : 'response.refusal';
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, [name]: '' } },
    ...piecesOf(text).map((delta) => ({ type: `${kind}.delta`, ...place, delta, logprobs: [] })),
    { type: `${kind}.done`, ...place, [name]: text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part },
  ];
}

function callEvents(item: Call, index: number): TypedEvent[] {
  const kind = 'response.function_call_arguments';
  const place = { item_id: item.id, output_index: index };
  return [
    added({ ...item, status: 'in_progress', arguments: '' }, index),
    ...piecesOf(item.arguments).map((delta) => ({ type: `${kind}.delta`, ...place, delta })),
    { type: `${kind}.done`, ...place, arguments: item.arguments },
    done(item, index),
  ];
}

function added(item: object, index: number) {
  return { type: 'response.output_item.added', output_index: index, item };
}

function done(item: object, index: number) {
  return { type: 'response.output_item.done', output_index: index, item };
}
