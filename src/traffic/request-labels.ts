import { digestOf } from '../base/digest.ts';
import type { RequestLabel, SideLabel } from '../contracts/side-requests.ts';
import type { ModelAnswer, ModelRequest, ModelToolCall, Passage, Route } from './wire.ts';

/** What is known of the requests that an agent makes beside its work. Nothing else is taken for one. */
export type SideRequests = {
  /** Its work offers tools in every request: what it asks without any is a title, a topic, a summary or the like. */
  readonly withoutTools?: true;
  /** How the messages begin that ask for a summary of the conversation, where the tools are offered as ever. */
  readonly summaryPrompts?: readonly string[];
  /** Its model can have other conversations begun, by whatever tool. */
  readonly subAgents?: true;
};

/** More texts, and more conversations, than a trial has. */
const MOST_KNOWN = 50_000;
const SHORTEST_HANDED = 16;
const SHORTEST_WORDS = 6;

/**
 * Tells from their structure which requests are beside an agent's work. Whatever runs in the sandbox can make such requests too, so
 * that a label proves nothing about who asked, and buys a few requests at most.
 */
export class RequestLabels {
  readonly #prompt: string | null;
  readonly #known: SideRequests;
  /** Digests of the texts that calls have handed over, and of those with which other conversations of the program have begun. */
  readonly #handed = new Set<string>();
  /** The ids of the first calls in other conversations. */
  readonly #firstCalls = new Set<string>();
  /** Digests of the texts with which the work begins. */
  readonly #usual = new Set<string>();
  /** What was asked for when the model called something whose results it has not been told yet. */
  readonly #waiting = new Set<RequestLabel>();
  /** Words of the last answer that had any. */
  #said: string | null = null;

  constructor(prompt: string | null, known: SideRequests = {}) {
    this.#prompt = prompt?.trim() ?? null;
    this.#known = known;
  }

  /** `null` for work on the task, and for whatever cannot be told from it. */
  labelOf({ compacts }: Pick<Route, 'compacts'>, { passages, wantsJson }: ModelRequest): SideLabel | null {
    const { withoutTools = false, subAgents = false } = this.#known;
    if (withoutTools && compacts === true) return 'compaction';
    if (withoutTools && !passages.some(({ by }) => by === 'tools'))
      // A check of the conversation shows it too, and nobody goes on from JSON.
      return this.#repeatsConversation(passages) && wantsJson !== true ? 'compaction' : 'side';
    if (this.#asksForSummary(passages)) return 'compaction';
    return subAgents && this.#isOfSubAgent(passages) ? 'sub-agent' : null;
  }

  /** Takes the requests that are let through, in the order in which they came. */
  sawRequest({ passages }: Pick<ModelRequest, 'passages'>, label: SideLabel | null): void {
    if (this.#prompt === null || label === 'side') return;
    const told = openingOf(passages).map(digestOf);
    if (label !== 'sub-agent') addTo(this.#usual, told);
    else
      addTo(
        this.#handed,
        told.filter((digest) => !this.#usual.has(digest)),
      );
    // Where the conversation is compacted, the results are in the request for its summary, or come after it.
    this.#waiting.delete(label === 'sub-agent' ? label : 'work');
  }

  /** Takes the answers that came to their end. */
  sawAnswer(
    { offers, passages }: ModelRequest,
    { text, toolCalls }: ModelAnswer,
    label: SideLabel | null = null,
  ): void {
    const words = [text, ...toolCalls.flatMap(({ input }) => Object.values(input))];
    const said = words.find((word) => typeof word === 'string' && word.trim().length >= SHORTEST_WORDS);
    if (typeof said === 'string') this.#said = said.trim();
    const offered = toolCalls.filter(({ tool }) => offers.includes(tool));
    if (offered.length > 0 && label !== 'side') this.#waiting.add(label ?? 'work');
    if (label === 'sub-agent' && begins(passages)) addTo(this.#firstCalls, idsOf(offered));
    const handed = offered.flatMap(({ input }) => textsIn(input)).map((text) => text.trim());
    addTo(this.#handed, handed.filter((text) => text.length >= SHORTEST_HANDED).map(digestOf));
  }

  /** The message is the last one: what the program says beside the result of a tool begins with other words. */
  #asksForSummary(passages: readonly Passage[]): boolean {
    const { summaryPrompts = [] } = this.#known;
    const last = passages.at(-1);
    return (
      last?.by === 'user' &&
      summaryPrompts.some((prompt) => last.text.startsWith(prompt)) &&
      passages.some(({ by }) => by === 'model')
    );
  }

  /** Some agents quote the conversation in a message of their own. */
  #repeatsConversation(passages: readonly Passage[]): boolean {
    const said = this.#said;
    return passages.some(
      ({ by, text }) => by === 'model' || (by === 'user' && said !== null && text.includes(said)),
    );
  }

  /**
   * The conversation begins with a text that a call has handed over, word for word, or it begins while the model waits for a call: a
   * skill that runs in a conversation of its own is handed over by its name. What is handed over may be the prompt itself.
   */
  #isOfSubAgent(passages: readonly Passage[]): boolean {
    const prompt = this.#prompt;
    if (prompt === null) return false;
    if (this.#firstCalls.has(firstCallIn(passages))) return true;
    const told = openingOf(passages);
    const isHanded = (text: string) => this.#handed.has(digestOf(text));
    const isNew = begins(passages) && this.#waiting.size > 0;
    if (told.some((text) => text.includes(prompt) && !(isHanded(text) && (isNew || text !== prompt))))
      return false;
    return isNew || told.some(isHanded);
  }
}

function addTo(known: Set<string>, more: readonly string[]): void {
  for (const item of more) if (known.size < MOST_KNOWN) known.add(item);
}

function begins(passages: readonly Passage[]): boolean {
  return !passages.some(({ by }) => by === 'model');
}

function idsOf(calls: readonly ModelToolCall[]): string[] {
  return calls.flatMap(({ id }) => (id === '' ? [] : [id]));
}

/** The id of the first call in a conversation; nothing if it has none, or its API gives calls no ids. */
function firstCallIn(passages: readonly Passage[]): string {
  const calls = passages.flatMap((passage) =>
    passage.by === 'model' && passage.call ? [passage.call.id] : [],
  );
  return calls[0] ?? '';
}

/** What the program or its user says before the model does. */
function openingOf(passages: readonly Passage[]): string[] {
  const answered = passages.findIndex(({ by }) => by === 'model');
  const opening = passages.slice(0, answered === -1 ? passages.length : answered);
  return opening.flatMap(({ by, text }) => (by === 'user' ? [text.trim()] : []));
}

/** A message may be in parts, each with its text. */
const DEEPEST = 3;

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return [];
  return Object.values(value).flatMap((part) => textsIn(part, depth + 1));
}
