import { canonicalJson, digestOf } from '../base/digest.ts';
import type { TranscriptEvent } from '../contracts/transcript.ts';
import { boundedInput } from './bounded-input.ts';
import { SaidTexts } from './said-texts.ts';
import { TranscriptRoom } from './transcript-room.ts';
import type { ModelAnswer, ModelToolCall, Passage } from './wire.ts';

export type AnswerEvent = Extract<TranscriptEvent, { kind: 'assistant' }>;
type CallEvent = Extract<TranscriptEvent, { kind: 'tool-call' }>;

const NOT_REPORTED = { inputTokens: null, outputTokens: null };

/**
 * Reconstructs the conversation of a trial from its requests and answers, in the same way for every
 * agent. A request repeats what was said before: a passage is recorded again only if a request
 * holds it more often than any before.
 */
export class TranscriptReader {
  readonly #room = new TranscriptRoom();
  readonly #told = new Map<string, number>();
  readonly #said = new SaidTexts();

  get events(): TranscriptEvent[] {
    return this.#room.events;
  }

  /** The number of events that are missing, and the agent's own words that are. */
  get leftOut(): { events: number; words: readonly string[] } {
    return { events: this.#room.leftOutEvents, words: this.#room.leftOutWords };
  }

  sawRequest(passages: readonly Passage[], atMs: number): void {
    const held = new Map<string, number>();
    const repeated = this.#said.in(passages);
    for (const passage of passages) {
      const key = keyOf(passage);
      if (key === null) continue;
      const count = (held.get(key) ?? 0) + 1;
      held.set(key, count);
      if (count <= (this.#told.get(key) ?? 0)) continue;
      this.#told.set(key, count);
      if (!repeated.has(passage)) this.#room.add(eventOf(passage, atMs));
    }
  }

  /** Returns the event of what the answer says besides its calls. */
  sawAnswer({ text, toolCalls, usage }: ModelAnswer, atMs: number): AnswerEvent {
    const { inputTokens, outputTokens } = usage;
    this.#said.add(text);
    this.#count(keyOfText('model', text));
    const event: AnswerEvent = { kind: 'assistant', atMs, text, usage: { inputTokens, outputTokens } };
    this.#room.add(event);
    for (const call of toolCalls) {
      this.#count(keyOfCall(call));
      this.#room.add(callEvent(call, atMs));
    }
    return event;
  }

  /** The model's side rejected a request because of its content. */
  sawRejection(text: string, atMs: number): void {
    this.#room.add({ kind: 'rejection', atMs, text });
  }

  #count(key: string | null): void {
    if (key !== null) this.#told.set(key, (this.#told.get(key) ?? 0) + 1);
  }
}

/** `null` for anything that is not part of the conversation. */
function keyOf(passage: Passage): string | null {
  if (passage.by === 'tools') return null;
  if (passage.by === 'model' && passage.call !== null) return keyOfCall(passage.call);
  return keyOfText(passage.by === 'tool' ? `tool ${passage.callId}` : passage.by, passage.text);
}

function keyOfText(by: string, text: string): string | null {
  return text === '' && !by.startsWith('tool ') ? null : digestOf(`${by}\n${text}`);
}

/** Stands for all of the input, whatever is kept of it. Leaves out the id, which some APIs omit in one of the two places. */
function keyOfCall({ tool, input }: ModelToolCall): string {
  return digestOf(`call ${tool}\n${canonicalJson(boundedInput(input))}`);
}

function eventOf(passage: Passage, atMs: number): TranscriptEvent {
  const { by, text } = passage;
  switch (by) {
    case 'program':
    case 'tools':
      return { kind: 'system', atMs, text };
    case 'user':
      return { kind: 'user', atMs, text };
    case 'tool':
      return resultEvent(passage, atMs);
    case 'model':
      return passage.call === null
        ? { kind: 'assistant', atMs, text, usage: NOT_REPORTED, onlyInHistory: true }
        : { ...callEvent(passage.call, atMs), onlyInHistory: true };
  }
}

function resultEvent(
  { callId, text, isError = false }: Extract<Passage, { by: 'tool' }>,
  atMs: number,
): TranscriptEvent {
  return { kind: 'tool-result', atMs, id: callId, output: text, isError };
}

function callEvent({ id, tool, input, notOffered, isAside }: ModelToolCall, atMs: number): CallEvent {
  const marks = {
    ...(notOffered === undefined ? {} : { notOffered }),
    ...(isAside === undefined ? {} : { isAside }),
  };
  return { kind: 'tool-call', atMs, id, tool, input, ...marks };
}
