import type { TranscriptEvent } from '../contracts/transcript.ts';
import type { AnswerEvent } from './transcript.ts';
import type { ModelAnswer, ModelRequest } from './wire.ts';

type Asked = { holdsPrompt: boolean; offersTools: boolean };

type Given = {
  request: ModelRequest | null;
  answer: ModelAnswer;
  event: AnswerEvent;
  endMs: number;
  /** Whether all of it came, and it is no compacted conversation. */
  isWhole: boolean;
};

/**
 * Tells the answers that end an agent's work on its task from asides. The agent works in requests that hold the prompt. It may send
 * the prompt for a side matter too, such as a title for the session, but offers no tools there. How it sends its prompt
 * is read from what was asked before the model called anything: until then, nothing but the agent runs in its sandbox.
 */
export class TaskAnswers {
  readonly #prompt: string;
  readonly #opening: Asked[] = [];
  readonly #closing: (Asked & { event: AnswerEvent; isWhole: boolean })[] = [];
  #firstCallMs = Number.POSITIVE_INFINITY;

  constructor(prompt: string) {
    this.#prompt = prompt.trim();
  }

  /** Requests are given in the order in which they were sent, each before its answer. */
  sawRequest(request: ModelRequest, startMs: number): void {
    if (startMs < this.#firstCallMs) this.#opening.push(this.#asked(request));
  }

  sawAnswer({ request, answer, event, endMs, isWhole }: Given): void {
    if (answer.toolCalls.length > 0) this.#firstCallMs = Math.min(this.#firstCallMs, endMs);
    else this.#closing.push({ ...this.#asked(request), event, isWhole: isWhole && !answer.cut });
  }

  get asides(): ReadonlySet<TranscriptEvent> {
    const asPrompted = this.#opening.filter(({ holdsPrompt }) => holdsPrompt);
    const needsTools = asPrompted.some(({ offersTools }) => offersTools);
    const isOnTask = ({ holdsPrompt, offersTools }: Asked) =>
      asPrompted.length > 0 && holdsPrompt && (offersTools || !needsTools);
    const asides = this.#closing.filter((closing) => !closing.isWhole || !isOnTask(closing));
    return new Set(asides.map(({ event }) => event));
  }

  #asked(request: ModelRequest | null): Asked {
    const passages = request?.passages ?? [];
    return {
      holdsPrompt: passages.some(({ by, text }) => by === 'user' && text.includes(this.#prompt)),
      offersTools: passages.some(({ by }) => by === 'tools'),
    };
  }
}
