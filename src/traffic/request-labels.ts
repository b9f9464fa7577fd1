import type { SideLabel } from '../contracts/side-requests.ts';
import type { ModelAnswer, ModelRequest, Passage, Route } from './wire.ts';

/** What is known of the requests that an agent makes beside its work. Nothing else is taken for one. */
export type SideRequests = {
  /** Its work offers tools in every request: what it asks without any is a title, a topic, a summary or the like. */
  readonly withoutTools?: true;
  /** How the messages begin that ask for a summary of the conversation, where the tools are offered as ever. */
  readonly summaryPrompts?: readonly string[];
  /** The tools with which its model begins the conversation of a sub-agent, in which it gives the prompt. */
  readonly subAgentTools?: readonly string[];
};

/** More sub-agents than a trial has, and longer prompts than they get. */
const MOST_PROMPTS = 1000;
const SHORTEST_PROMPT = 16;
const LONGEST_PROMPT = 64 * 1024;
const SHORTEST_WORDS = 6;

/**
 * Tells from their structure which requests are beside an agent's work. Whatever runs in the sandbox can make such requests too, so
 * that a label proves nothing about who asked, and buys a few requests at most.
 */
export class RequestLabels {
  readonly #prompt: string | null;
  readonly #withoutTools: boolean;
  readonly #summaryPrompts: readonly string[];
  readonly #subAgentTools: ReadonlySet<string>;
  readonly #prompts = new Set<string>();
  /** Words of the last answer that had any. */
  #said: string | null = null;

  constructor(
    prompt: string | null,
    { withoutTools, summaryPrompts = [], subAgentTools = [] }: SideRequests = {},
  ) {
    this.#prompt = prompt?.trim() ?? null;
    this.#withoutTools = withoutTools === true;
    this.#summaryPrompts = summaryPrompts;
    this.#subAgentTools = new Set(subAgentTools);
  }

  /** `null` for work on the task, and for whatever cannot be told from it. */
  labelOf({ compacts }: Pick<Route, 'compacts'>, { passages, wantsJson }: ModelRequest): SideLabel | null {
    if (this.#withoutTools && compacts === true) return 'compaction';
    if (this.#withoutTools && !passages.some(({ by }) => by === 'tools'))
      // A check of the conversation shows it too, and nobody goes on from JSON.
      return this.#repeatsConversation(passages) && wantsJson !== true ? 'compaction' : 'side';
    if (this.#asksForSummary(passages)) return 'compaction';
    return this.#isOfSubAgent(passages) ? 'sub-agent' : null;
  }

  /** Takes the answers that came to their end. */
  sawAnswer({ offers }: ModelRequest, { text, toolCalls }: ModelAnswer): void {
    const words = [text, ...toolCalls.flatMap(({ input }) => Object.values(input))];
    const said = words.find((word) => typeof word === 'string' && word.trim().length >= SHORTEST_WORDS);
    if (typeof said === 'string') this.#said = said.trim();
    for (const { tool, input } of toolCalls) {
      if (!this.#subAgentTools.has(tool) || !offers.includes(tool)) continue;
      for (const text of Object.values(input)) if (typeof text === 'string') this.#notePrompt(text.trim());
    }
  }

  #notePrompt(prompt: string): void {
    const isUsual = prompt.length >= SHORTEST_PROMPT && prompt.length <= LONGEST_PROMPT;
    if (isUsual && this.#prompts.size < MOST_PROMPTS) this.#prompts.add(prompt);
  }

  /** The message is the last one: what the program says beside the result of a tool begins with other words. */
  #asksForSummary(passages: readonly Passage[]): boolean {
    const last = passages.at(-1);
    return (
      last?.by === 'user' &&
      this.#summaryPrompts.some((prompt) => last.text.startsWith(prompt)) &&
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

  #isOfSubAgent(passages: readonly Passage[]): boolean {
    if (this.#prompts.size === 0 || this.#prompt === null) return false;
    const prompt = this.#prompt;
    const answered = passages.findIndex(({ by }) => by === 'model');
    const opening = passages.slice(0, answered === -1 ? passages.length : answered);
    const told = opening.flatMap(({ by, text }) => (by === 'user' ? [text] : []));
    return told.some((text) => this.#prompts.has(text.trim())) && !told.some((text) => text.includes(prompt));
  }
}
