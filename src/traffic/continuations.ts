import { type Lines, linesIn, shareIn } from './lines.ts';
import { Summaries } from './summaries.ts';
import type { ModelAnswer, ModelRequest, ModelToolCall, Passage } from './wire.ts';

/**
 * How a request goes on: with an answer of the model, from a summary, from nothing that came before, or with what never
 * was. There are several answers with the same calls where a request was sent twice; `hasResults` is true if it brings a result
 * for each call.
 */
export type Continuation =
  | { kind: 'of-answer'; answers: readonly object[]; hasResults: boolean }
  | { kind: 'of-summary' | 'of-nothing' | 'made-up' };

/** `before` is the number of calls in the conversation before the answer, and `after` that of the summaries that had been asked for. */
type Calling = {
  answer: object;
  after: number;
  calls: readonly ModelToolCall[];
  before: number;
  told: readonly Lines[];
};

/** Far more than an agent has open at any time. */
const MOST_ANSWERS = 32;

/** Agents change little of what they said between two requests, such as a date or a reminder. */
const SHARE_KEPT = 3 / 4;

/** Far more calls than a trial makes. */
const MOST_CALLS = 50_000;

/**
 * Tells whether a request goes on with a conversation that the gateway has seen: its last calls are those that the model made in
 * one answer, it holds most of what the request for that answer said, and after the calls only what the model has said. Whatever
 * runs in the sandbox can ask the model as well, and claim any history. Neither inputs nor results are compared, because agents tidy
 * up the ones and shorten the others.
 */
export class Continuations {
  readonly #calling: Calling[] = [];
  readonly #said: Lines = new Map();
  /** The ids of all calls that the model made. */
  readonly #made = new Set<string>();
  readonly #summaries = new Summaries();
  /** What the program said when the model first called something: by then, nothing but the agent has run. */
  #rules: Lines | null = null;
  #isCompacted = false;

  /** Takes an answer that came to its end, under the object by which it is known. */
  sawAnswer(
    request: ModelRequest,
    { text, toolCalls }: ModelAnswer,
    answer: object,
    { isSummary = false } = {},
  ): void {
    linesIn([text], this.#said);
    if (toolCalls.length === 0) {
      const { kind } = isSummary ? this.ofSummaryOf(request) : this.of(request);
      const isOfThis = kind === 'of-answer' || (isSummary && kind === 'of-summary');
      if (!isOfThis) return;
      const [, known = new Map()] = toldIn(request);
      this.#summaries.note(text, { known, isAskedFor: isSummary });
      return;
    }
    for (const { id } of toolCalls) if (this.#made.size < MOST_CALLS) this.#made.add(id);
    const before = callsIn(request).length;
    const told = toldIn(request);
    this.#rules ??= told[BY_PROGRAM] ?? null;
    this.#calling.unshift({ answer, after: this.#summaries.askedFor, calls: toolCalls, before, told });
    this.#calling.length = Math.min(this.#calling.length, MOST_ANSWERS);
  }

  /** The conversation of this request was compacted, in a form that only its provider may be able to read. */
  sawCompaction(request: ModelRequest): void {
    this.#isCompacted ||= this.of(request).kind === 'of-answer';
  }

  of(request: ModelRequest): Continuation {
    const { passages } = request;
    const calls = callsIn(request);
    const isSummed = (this.#isCompacted || this.#summaries.areHeldBy(passages)) && this.#keepsRules(request);
    if (calls.length === 0) return { kind: isSummed ? 'of-summary' : 'of-nothing' };
    const found = isSummed
      ? this.#endingIn(calls)
      : this.#calling.filter((calling) => endsWith(calls, calling) && keeps(request, calling));
    const [latest] = found;
    if (latest === undefined || !this.#saidAfterCalls(passages)) return { kind: 'made-up' };
    const hasResults = resultsOf(passages, latest.calls.length) >= latest.calls.length;
    return { kind: 'of-answer', answers: found.map(({ answer }) => answer), hasResults };
  }

  /**
   * The same for a request that asks for a summary: an agent may quote the conversation in a message of its own, or leave its end
   * out, which it then keeps as it is.
   */
  ofSummaryOf(request: ModelRequest): Continuation {
    const after = this.of(request);
    if (after.kind === 'of-answer') return after;
    const quoted = this.#calling.find((calling) => quotes(request, calling));
    if (quoted !== undefined) return { kind: 'of-answer', answers: [quoted.answer], hasResults: true };
    return this.#knowsAll(request) ? { kind: 'of-summary' } : after;
  }

  /** Whether a request goes on from a summary that was asked for, so that it may not say any more what the user wants. */
  isFromSummary(request: ModelRequest): boolean {
    return this.#summaries.areHeldBy(request.passages, 'asked-for') && this.#keepsRules(request);
  }

  /** Whether a request that offers tools says what the program has always said: a summary does not take the place of that. */
  #keepsRules(request: ModelRequest): boolean {
    if (this.#rules === null || !offersTools(request)) return true;
    const [now = new Map()] = toldIn(request);
    return shareIn(this.#rules, now) >= SHARE_KEPT;
  }

  /**
   * The answers whose calls a conversation that goes on from a summary ends with. Where calls have no ids, their number says nothing
   * about those that came before the summary, and the end that is kept is that of the latest one.
   */
  #endingIn(calls: readonly ModelToolCall[]): readonly Calling[] {
    const [latest] = this.#calling;
    const found = this.#calling.filter(
      (calling) =>
        (hasIds(calling) || calling.after === this.#summaries.askedFor) && endsWith(calls, calling),
    );
    if (found.length > 0 || latest === undefined || hasIds(latest)) return found;
    return endsWith(calls, { ...latest, before: calls.length - latest.calls.length }) ? [latest] : [];
  }

  /** Whether all calls and words of the model in a request are known. */
  #knowsAll({ passages }: ModelRequest): boolean {
    const calls = passages.filter(isCall);
    const said = passages.flatMap((passage) =>
      passage.by === 'model' && passage.call === null ? [passage.text] : [],
    );
    return (
      calls.length > 0 &&
      calls.every(({ call }) => this.#made.has(call.id) || this.#made.has('')) &&
      shareIn(linesIn(said), this.#said) >= SHARE_KEPT
    );
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

/** Whether a message quotes the calls of an answer, as JSON or as they are. */
function quotes(request: ModelRequest, { calls }: Calling): boolean {
  const words = calls.flatMap(({ input }) => Object.values(input)).flatMap(beginningOf);
  const texts = request.passages.flatMap(({ by, text }) => (by === 'user' ? [text] : []));
  const isQuoted = (word: string) =>
    texts.some((text) => text.includes(word) || text.includes(JSON.stringify(word).slice(1, -1)));
  return !offersTools(request) && words.length > 0 && words.every(isQuoted);
}

/** Short words are found anywhere, and long ones may be quoted in part. */
function beginningOf(word: unknown): string[] {
  return typeof word === 'string' && word.length >= SHORTEST_WORD ? [word.slice(0, MOST_QUOTED)] : [];
}

const SHORTEST_WORD = 6;
const MOST_QUOTED = 200;

function hasIds({ calls }: Calling): boolean {
  return calls.some(({ id }) => id !== '');
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
  return told.every(
    (lines, index) =>
      (index === BY_PROGRAM && !offersTools(request)) ||
      shareIn(lines, now[index] ?? new Map()) >= SHARE_KEPT,
  );
}

function offersTools({ passages }: ModelRequest): boolean {
  return passages.some(({ by }) => by === 'tools');
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
