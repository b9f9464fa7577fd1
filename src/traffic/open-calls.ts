import type { ModelAnswer, ModelRequest } from './wire.ts';

/**
 * Tells from the traffic whether a tool is at work on the task: the model called it in answer to a request that holds the prompt and
 * offers tools, and no request has brought its result yet. Other calls prove nothing, because a side matter may have its answer in
 * the form of a call.
 */
export class OpenCalls {
  readonly #prompt: string;
  readonly #open = new Set<string>();

  constructor(prompt: string) {
    this.#prompt = prompt.trim();
  }

  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  sawRequest({ passages }: ModelRequest): void {
    if (!this.areOpen) return;
    for (const passage of passages) if (passage.by === 'tool') this.#open.delete(passage.callId);
  }

  /** Takes answers that came to their end. */
  sawAnswer(request: ModelRequest, { toolCalls, cut }: ModelAnswer): void {
    if (cut || toolCalls.length === 0 || !this.#isOnTask(request)) return;
    for (const { id } of toolCalls) this.#open.add(id);
  }

  #isOnTask({ passages }: ModelRequest): boolean {
    const holdsPrompt = passages.some(({ by, text }) => by === 'user' && text.includes(this.#prompt));
    return holdsPrompt && passages.some(({ by }) => by === 'tools');
  }
}
