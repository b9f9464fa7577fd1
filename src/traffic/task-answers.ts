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

type Answered = Asked & { event: AnswerEvent; isWhole: boolean; callIds: readonly string[] };

/**
 * Tells the answers that end an agent's work on its task from asides. The agent works in requests that hold the prompt. It may send
 * the prompt for a side matter too, such as a title for the session, but offers no tools there. How it sends its prompt
 * is read from what was asked before the model called anything: until then, nothing but the agent runs in its sandbox.
 */
export class TaskAnswers {
  readonly #prompt: string;
  readonly #opening: Asked[] = [];
  readonly #answers: Answered[] = [];
  /** The calls whose results the model has seen and replied to. */
  readonly #repliedTo = new Set<string>();
  #firstCallMs = Number.POSITIVE_INFINITY;

  constructor(prompt: string) {
    this.#prompt = prompt.trim();
  }

  /** Requests are given in the order in which they were sent, each before its answer. */
  sawRequest(request: ModelRequest, startMs: number): void {
    if (startMs < this.#firstCallMs) this.#opening.push(this.#asked(request));
  }

  sawAnswer({ request, answer, event, endMs, isWhole }: Given): void {
    const callIds = answer.toolCalls.map(({ id }) => id);
    if (callIds.length > 0) this.#firstCallMs = Math.min(this.#firstCallMs, endMs);
    this.#answers.push({ ...this.#asked(request), event, isWhole: isWhole && !answer.cut, callIds });
  }

  /** A request was answered to its end, be it with a compacted conversation. */
  sawReply({ passages }: ModelRequest): void {
    for (const passage of passages) if (passage.by === 'tool') this.#repliedTo.add(passage.callId);
  }

  get asides(): ReadonlySet<TranscriptEvent> {
    const closing = this.#answers.filter(({ callIds }) => callIds.length === 0);
    const asides = closing.filter((answered) => !answered.isWhole || !this.#isOnTask(answered));
    return new Set(asides.map(({ event }) => event));
  }

  /**
   * Whether the model called a tool on the task and never replied to what the tool returned. Where the
   * conversation goes on without the prompt, because it was compacted, the results came before that.
   */
  get waitsForTool(): boolean {
    const isKnown = this.#asPrompted.length > 0;
    const onTask = this.#answers.filter((answered) => !isKnown || this.#isOnTask(answered));
    return onTask.some(({ isWhole, callIds }) => isWhole && callIds.some((id) => !this.#repliedTo.has(id)));
  }

  get #asPrompted(): readonly Asked[] {
    return this.#opening.filter(({ holdsPrompt }) => holdsPrompt);
  }

  #isOnTask({ holdsPrompt, offersTools }: Asked): boolean {
    const needsTools = this.#asPrompted.some((asked) => asked.offersTools);
    return this.#asPrompted.length > 0 && holdsPrompt && (offersTools || !needsTools);
  }

  #asked(request: ModelRequest | null): Asked {
    const passages = request?.passages ?? [];
    return {
      holdsPrompt: passages.some(({ by, text }) => by === 'user' && text.includes(this.#prompt)),
      offersTools: passages.some(({ by }) => by === 'tools'),
    };
  }
}
