import { type Lines, linesIn, shareIn } from './lines.ts';
import type { ModelAnswer, ModelRequest, ModelToolCall, Passage } from './wire.ts';

/**
 * How a request goes on: with an answer of the model, from a summary, from nothing that came before, or with what never
 * was. There are several answers with the same calls where a request was sent twice; `hasResults` is true if it brings a result
 * for each call.
 */
export type Continuation =
  | { kind: 'of-answer'; answers: readonly object[]; hasResults: boolean }
  | { kind: 'of-summary' | 'of-nothing' | 'made-up' };

/** `before` is the number of calls in the conversation before the answer. */
type Calling = {
  answer: object;
  calls: readonly ModelToolCall[];
  before: number;
  told: readonly Lines[];
};

/** Far more than an agent has open at any time. */
const MOST_ANSWERS = 32;

/** Agents change little of what they said between two requests, such as a date or a reminder. */
const SHARE_KEPT = 3 / 4;

/** Agents take some of a summary only, and write something around it. */
const SHORTEST_PART = 20;

/**
 * Tells whether a request goes on with a conversation that the gateway has seen: its last calls are those that the model made in
 * one answer, it holds most of what the request for that answer said, and after the calls only what the model has said. Whatever
 * runs in the sandbox can ask the model as well, and claim any history. Neither inputs nor results are compared, because agents tidy
 * up the ones and shorten the others.
 */
export class Continuations {
  readonly #calling: Calling[] = [];
  readonly #said: Lines = new Map();
  #summary = '';
  #isCompacted = false;

  /** Takes an answer that came to its end, under the object by which it is known. */
  sawAnswer(request: ModelRequest, { text, toolCalls }: ModelAnswer, answer: object): void {
    linesIn([text], this.#said);
    if (toolCalls.length === 0) {
      if (this.of(request).kind === 'of-answer') this.#summary = text.trim();
      return;
    }
    const before = callsIn(request).length;
    this.#calling.unshift({ answer, calls: toolCalls, before, told: toldIn(request) });
    this.#calling.length = Math.min(this.#calling.length, MOST_ANSWERS);
  }

  /** The conversation of this request was compacted, in a form that only its provider may be able to read. */
  sawCompaction(request: ModelRequest): void {
    this.#isCompacted ||= this.of(request).kind === 'of-answer';
  }

  of(request: ModelRequest): Continuation {
    const { passages } = request;
    const calls = callsIn(request);
    const isSummed = this.#isCompacted || this.#holdsSummary(passages);
    if (calls.length === 0) return { kind: isSummed ? 'of-summary' : 'of-nothing' };
    const found = this.#calling.filter(
      (calling) => endsWith(calls, calling) && (isSummed || keeps(request, calling)),
    );
    const [latest] = found;
    if (latest === undefined || !this.#saidAfterCalls(passages)) return { kind: 'made-up' };
    const hasResults = resultsOf(passages, latest.calls.length) >= latest.calls.length;
    return { kind: 'of-answer', answers: found.map(({ answer }) => answer), hasResults };
  }

  /** The summary may be one line among others, or have lines of which an agent takes some. */
  #holdsSummary(passages: readonly Passage[]): boolean {
    if (this.#summary === '') return false;
    const told = passages.flatMap(({ by, text }) => (by === 'tool' ? [] : [text]));
    if (told.some((text) => text.includes(this.#summary))) return true;
    const lines = linesIn(told);
    return linesIn([this.#summary])
      .entries()
      .some(([line, length]) => length >= SHORTEST_PART && lines.has(line));
  }

  #saidAfterCalls(passages: readonly Passage[]): boolean {
    const after = passages.slice(passages.findLastIndex(isCall) + 1);
    const said = after.flatMap(({ by, text }) => (by === 'model' ? [text] : []));
    return shareIn(linesIn(said), this.#said) >= SHARE_KEPT;
  }
}

function isCall(passage: Passage): passage is Passage & { by: 'model'; call: ModelToolCall } {
  return passage.by === 'model' && passage.call !== null;
}

function callsIn({ passages }: ModelRequest): ModelToolCall[] {
  return passages.flatMap((passage) => (isCall(passage) ? [passage.call] : []));
}

/** Where an API gives calls no ids, its clients may make some up: then the number of calls tells answers apart. */
function endsWith(calls: readonly ModelToolCall[], { calls: last, before }: Calling): boolean {
  const tail = calls.slice(-last.length);
  return (
    tail.length === last.length &&
    last.every(({ id, tool }, index) =>
      id === ''
        ? tail[index]?.tool === tool && calls.length === before + last.length
        : tail[index]?.id === id,
    )
  );
}

/** The number of results since the first of the last calls: agents put each behind its call, or all behind the last one. */
function resultsOf(passages: readonly Passage[], calls: number): number {
  const places = passages.flatMap((passage, index) => (isCall(passage) ? [index] : []));
  return passages.slice(places.at(-calls)).filter(({ by }) => by === 'tool').length;
}

/** What the program says is said anew for a summary, which needs no tools. */
function keeps(request: ModelRequest, { told }: Calling): boolean {
  const now = toldIn(request);
  const offersTools = request.passages.some(({ by }) => by === 'tools');
  return told.every(
    (lines, index) =>
      (index === BY_PROGRAM && !offersTools) || shareIn(lines, now[index] ?? new Map()) >= SHARE_KEPT,
  );
}

const BY_PROGRAM = 0;

/** What the program says, then what the user does. */
function toldIn({ passages }: ModelRequest): readonly Lines[] {
  const isByProgram = ({ by }: Passage) => by === 'program' || by === 'tools';
  return [
    linesIn(passages.filter(isByProgram).map(({ text }) => text)),
    linesIn(passages.filter(({ by }) => by === 'user').map(({ text }) => text)),
  ];
}
