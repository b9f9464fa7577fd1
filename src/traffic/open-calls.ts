import { createHash } from 'node:crypto';
import type { ModelAnswer, ModelRequest, Passage } from './wire.ts';

/**
 * Tells from the traffic whether a tool is at work on the task: the model called it in answer to a request that holds the prompt and
 * offers tools, and no other such request has brought its result yet. Other calls prove nothing, because a side matter may have its
 * answer in the form of a call, and neither do results in other requests: whatever runs in the sandbox can ask the model too.
 */
export class OpenCalls {
  readonly #prompt: string;
  /** The conversation that first brought the result of a call; `null` while there is none. */
  readonly #toldIn = new Map<string, string | null>();

  constructor(prompt: string) {
    this.#prompt = prompt.trim();
  }

  get areOpen(): boolean {
    return this.#toldIn.values().some((told) => told === null);
  }

  /**
   * Returns the calls whose results came before, in another conversation: then something else has spoken in the agent's name. The
   * same conversation once more is a retry.
   */
  sawRequest({ passages }: ModelRequest): string[] {
    const results = newResults(passages).filter((id) => this.#toldIn.has(id));
    if (results.length === 0 || !this.#isOnTask(passages)) return [];
    const conversation = digestOf(passages);
    const forked = results.filter((id) => (this.#toldIn.get(id) ?? conversation) !== conversation);
    for (const id of results) this.#toldIn.set(id, this.#toldIn.get(id) ?? conversation);
    return forked;
  }

  /** Takes answers that came to their end, and returns the calls in them that are carried out. */
  sawAnswer({ passages }: ModelRequest, { toolCalls, cut }: ModelAnswer): string[] {
    if (cut || toolCalls.length === 0 || !this.#isOnTask(passages)) return [];
    const ids = toolCalls.map(({ id }) => id);
    for (const id of ids) this.#toldIn.set(id, null);
    return ids;
  }

  #isOnTask(passages: readonly Passage[]): boolean {
    const holdsPrompt = passages.some(({ by, text }) => by === 'user' && text.includes(this.#prompt));
    return holdsPrompt && passages.some(({ by }) => by === 'tools');
  }
}

/** The calls whose results the model has not answered yet. */
function newResults(passages: readonly Passage[]): string[] {
  const last = passages.findLastIndex(({ by }) => by === 'model');
  return passages.slice(last + 1).flatMap((passage) => (passage.by === 'tool' ? [passage.callId] : []));
}

function digestOf(passages: readonly Passage[]): string {
  const hash = createHash('sha256');
  for (const { by, text } of passages) hash.update(`${by} ${text.length} `).update(text);
  return hash.digest('base64');
}
