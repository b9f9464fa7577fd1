import { z } from 'zod';
import { eventOf, piecesOf, type ServerSentEvent } from '../http/server-sent-events.ts';
import type { EventJoiner, ModelAnswer } from '../wire.ts';
import { argumentsText } from './arguments-text.ts';
import { isObject, objectIn } from './json-object.ts';

const Fields = z.record(z.string(), z.unknown());
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: Fields }),
  z.object({ type: z.literal('content_block_start'), index: z.int(), content_block: Fields }),
  z.object({
    type: z.literal('content_block_delta'),
    index: z.int(),
    delta: z.object({ text: z.string().default(''), partial_json: z.string().default('') }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: Fields.default({}),
  }),
  z.object({ type: z.literal('message_stop') }),
]);

type JoinedBlock = { fields: Record<string, unknown>; text: string; json: string };

export class AnthropicJoiner implements EventJoiner {
  readonly #blocks = new Map<number, JoinedBlock>();
  #usage: Record<string, unknown> = {};
  #stopReason: string | null = null;
  #isComplete = false;

  add(body: unknown): void {
    const event = Event.safeParse(body).data;
    if (event?.type === 'message_start') this.#usage = startUsage(event.message['usage']);
    if (event?.type === 'content_block_start')
      this.#blocks.set(event.index, { fields: event.content_block, text: '', json: '' });
    if (event?.type === 'content_block_delta') this.#extend(event.index, event.delta);
    if (event?.type === 'message_delta') {
      this.#stopReason = event.delta.stop_reason ?? null;
      this.#usage = { ...this.#usage, ...said(event.usage) };
    }
    if (event?.type === 'message_stop') this.#isComplete = true;
  }

  #extend(index: number, delta: { text: string; partial_json: string }): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    block.text += delta.text;
    block.json += delta.partial_json;
  }

  body(): unknown {
    const content = [...this.#blocks.values()].map(({ fields, text, json }) => ({
      ...fields,
      ...(typeof fields['text'] === 'string' ? { text: fields['text'] + text } : {}),
      ...(json === '' ? {} : { input: isObject(json) ? objectIn(json) : json }),
    }));
    return { content, usage: this.#usage, stop_reason: this.#stopReason };
  }

  isComplete(): boolean {
    return this.#isComplete;
  }
}

/** Drops the output count of the first event, which is not final: only the last event's is. */
function startUsage(usage: unknown): Record<string, unknown> {
  const { output_tokens: _started, ...rest } = Fields.catch({}).parse(usage);
  return rest;
}

/**
 * The counts are totals. A count that is null or left out does not apply, and the earlier one stays valid.
 */
function said(usage: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== null));
}

type Whole = { usage: Record<string, unknown>; stop_reason: string };

export function renderAnthropicEvents(answer: ModelAnswer, whole: Whole): ServerSentEvent[] {
  const { usage, stop_reason, ...message } = whole;
  const start = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const blocks = [
    ...(answer.text === '' ? [] : [textBlock(answer.text)]),
    ...answer.toolCalls.map(({ id, tool, input }) => ({
      block: { type: 'tool_use', id, name: tool, input: {} },
      deltas: piecesOf(argumentsText(answer, input)).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      })),
    })),
  ];
  return [
    { type: 'message_start', message: start },
    ...blocks.flatMap(({ block, deltas }, index) => [
      { type: 'content_block_start', index, content_block: block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ].map((event) => eventOf(event, event.type));
}

function textBlock(text: string) {
  return {
    block: { type: 'text', text: '' },
    deltas: piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
  };
}
