import type { ConversationEnd } from '../contracts/agent-end.ts';
import type { TranscriptEvent } from '../contracts/transcript.ts';
import { type Continuation, Continuations } from './continuations.ts';
import type { ReplyKind } from './reply-kind.ts';
import type { SaidTurn } from './said-turn.ts';
import type { AnswerEvent } from './transcript.ts';
import type { ModelAnswer, ModelRequest } from './wire.ts';

/** `turn` is the place in the list of what the user had last said when this was asked, and whose words are looked for. */
type Asked = {
  turn: number;
  holdsPrompt: boolean;
  /** Without the prompt, goes on from a summary of the conversation, which need not say it. */
  isFromSummary: boolean;
  offersTools: boolean;
  /** What a sub-agent is asked to do may quote the prompt, and what it says ends nothing. */
  isOfSubAgent: boolean;
};

/** When a request was sent, and whether a sub-agent sent it, as the gateway saw it. */
type When = { startMs: number; isOfSubAgent: boolean };

type Given = When & {
  request: ModelRequest | null;
  answer: ModelAnswer;
  event: AnswerEvent;
  endMs: number;
  /** Whether all of it came, and it is no compacted conversation. */
  isWhole: boolean;
  /** Whether it was asked for a summary of the conversation, as the gateway saw it. */
  isSummary: boolean;
};

type Reply = Asked & Replied;
/** What came of a request, with the words of the model or its provider where the conversation cannot go on. */
type Replied = { kind: ReplyKind; isAnswer: boolean; isSummary: boolean; said: string | null };

type Answered = Asked & {
  event: AnswerEvent;
  isWhole: boolean;
  isSummary: boolean;
  callIds: readonly string[];
  /** What the request for it went on with. */
  after: Continuation;
};

/**
 * Tells the answers that end an agent's work on its task from asides. The agent works in requests that hold the prompt, or whatever
 * the user said last. It may send the prompt for a side matter too, such as a title for the session, but offers no tools there. How
 * it sends its prompt is read from what was asked before the model called anything: until then, nothing but the agent runs in its
 * sandbox.
 */
export class TaskAnswers {
  readonly #said: readonly SaidTurn[];
  readonly #opening: Asked[] = [];
  readonly #answers: Answered[] = [];
  readonly #replies: Reply[] = [];
  readonly #continuations = new Continuations();
  /** The answers whose calls the model has seen the results of, and replied to. */
  readonly #repliedTo = new Set<object>();
  #firstCallMs = Number.POSITIVE_INFINITY;

  /** `turns` is what the user said after the prompt. */
  constructor(prompt: string, turns: readonly SaidTurn[] = []) {
    this.#said = [{ text: prompt, atMs: 0 }, ...turns].map((said) => ({ ...said, text: said.text.trim() }));
  }

  /** Requests are given in the order in which they were sent, each before its answer. */
  sawRequest(request: ModelRequest, when: When): void {
    if (when.startMs < this.#firstCallMs) this.#opening.push(this.#asked(request, when));
  }

  sawAnswer({ request, answer, event, endMs, isWhole, isSummary, ...when }: Given): void {
    const callIds = answer.toolCalls.map(({ id }) => id);
    if (callIds.length > 0) this.#firstCallMs = Math.min(this.#firstCallMs, endMs);
    const asked = this.#asked(request, when);
    const isMalformed = answer.isMalformed === true && callIds.length === 0;
    const after = request === null ? NOTHING_KNOWN : this.#continuations.of(request);
    this.#answers.push({
      ...asked,
      event,
      isWhole: isWhole && !answer.cut && !isMalformed,
      isSummary,
      callIds,
      after,
    });
    if (request !== null) this.#continuations.sawAnswer(request, answer, event, { isSummary });
  }

  /** Takes what came of each request for an answer, in the order in which they were sent. */
  sawEnd(request: ModelRequest | null, when: When, replied: Replied): void {
    this.#replies.push({ ...this.#asked(request, when), ...replied });
  }

  /**
   * A request was answered to its end, be it with a compacted conversation or a summary of it. Where the prompt is sent as it is, a
   * request without it goes on with the work from a summary only: a sub-agent sends none of its results, and whatever runs in the
   * sandbox can ask the model too.
   */
  sawReply(
    request: ModelRequest,
    { isCompaction, isSummary, ...when }: When & { isCompaction: boolean; isSummary: boolean },
  ): void {
    const { holdsPrompt, isFromSummary } = this.#asked(request, when);
    if (this.#asPrompted.length > 0 && !holdsPrompt && !isFromSummary) return;
    const after = isSummary ? this.#continuations.ofSummaryOf(request) : this.#continuations.of(request);
    if (after.kind === 'of-answer' && after.hasResults)
      for (const answer of after.answers) this.#repliedTo.add(answer);
    if (isCompaction) this.#continuations.sawCompaction(request);
  }

  get asides(): ReadonlySet<TranscriptEvent> {
    const closing = this.#answers.filter(({ callIds }) => callIds.length === 0);
    const asides = closing.filter((answered) => !answered.isWhole || !this.#isOnTask(answered));
    return eventsOf(asides);
  }

  /** Answers to what was asked before the user last spoke. */
  get earlier(): ReadonlySet<TranscriptEvent> {
    return eventsOf(this.#answers.filter(({ turn }) => turn < this.#said.length - 1));
  }

  /**
   * Whether the model called a tool on the task and never replied to what the tool returned, or has not ended its work since it last
   * called one. Where the conversation goes on without the prompt, because it was compacted, the results came before that.
   */
  get waitsForTool(): boolean {
    const isKnown = this.#asPrompted.length > 0;
    const whole = this.#answers.filter(({ isWhole }) => isWhole);
    const onTask = whole.filter((answered) => (isKnown ? this.#isOnTask(answered) : !answered.isOfSubAgent));
    const calling = onTask.filter(({ callIds }) => callIds.length > 0);
    if (calling.some(({ event }) => !this.#repliedTo.has(event))) return true;
    const lastCalling = calling.at(-1);
    if (lastCalling === undefined) return false;
    const later = whole.slice(whole.indexOf(lastCalling) + 1);
    return !later.some(
      (answered) =>
        isOfWork(answered) &&
        answered.callIds.length === 0 &&
        this.#offersWhatItNeeds(answered) &&
        goesOn(answered, lastCalling),
    );
  }

  /** Whether the model has ended a turn since the user last spoke. */
  get hasAnswered(): boolean {
    const last = this.#said.length - 1;
    const calling = this.#answers.filter(({ callIds }) => callIds.length > 0);
    return this.#answers.some(
      (answered) =>
        answered.turn === last &&
        answered.isWhole &&
        isOfWork(answered) &&
        answered.callIds.length === 0 &&
        goesOn(
          answered,
          calling.findLast(({ event }) => this.#repliedTo.has(event)),
        ),
    );
  }

  /** How the conversation stands since the user last spoke. What is offered no tools is a side matter. */
  get end(): ConversationEnd {
    const replies = this.#replies.filter(
      (reply) => reply.turn === this.#said.length - 1 && isOfWork(reply) && this.#offersWhatItNeeds(reply),
    );
    const { hasAnswered } = this;
    const isLast = (reply: Reply) => isClosing(reply) && (reply.kind !== 'answered' || hasAnswered);
    const closing = this.waitsForTool ? undefined : replies.findLast(isLast);
    const { kind, said } = closing ?? replies.at(-1) ?? NOT_ASKED;
    if (kind === 'left') return { kind: 'awaits-model', said };
    const isOpen = kind === 'calls' || (kind === 'answered' && closing === undefined);
    return isOpen ? { kind: 'awaits-tool', said: null } : { kind, said };
  }

  /** Whether the context was full at some request for the work. */
  get wasFull(): boolean {
    return this.#replies.some(
      (reply) => reply.kind === 'context-limit' && isOfWork(reply) && this.#offersWhatItNeeds(reply),
    );
  }

  get #asPrompted(): readonly Asked[] {
    return this.#opening.filter(({ holdsPrompt }) => holdsPrompt);
  }

  #isOnTask(answered: Answered): boolean {
    const { holdsPrompt, isFromSummary } = answered;
    const isOfTask = isOfWork(answered) && (holdsPrompt || isFromSummary);
    return this.#asPrompted.length > 0 && isOfTask && this.#offersWhatItNeeds(answered);
  }

  #offersWhatItNeeds({ offersTools }: Pick<Asked, 'offersTools'>): boolean {
    return offersTools || !this.#asPrompted.some((asked) => asked.offersTools);
  }

  #asked(request: ModelRequest | null, { startMs, isOfSubAgent }: When): Asked {
    const passages = request?.passages ?? [];
    const turn = Math.max(
      0,
      this.#said.findLastIndex(({ atMs }) => atMs <= startMs),
    );
    const words = this.#said[turn]?.text ?? '';
    const saysPrompt = passages.some(({ by, text }) => by === 'user' && text.includes(words));
    const holdsPrompt = saysPrompt && !isOfSubAgent;
    return {
      turn,
      holdsPrompt,
      isFromSummary: !holdsPrompt && request !== null && this.#continuations.isFromSummary(request),
      offersTools: passages.some(({ by }) => by === 'tools'),
      isOfSubAgent,
    };
  }
}

const NOT_ASKED = { kind: 'not-asked', said: null } as const;

/** Whether the model has ended its turn, be it by a refusal. An error has words of its provider only. */
function isClosing({ kind, isAnswer }: Reply): boolean {
  return isAnswer && (kind === 'answered' || kind === 'refused' || kind === 'context-limit');
}

/** A summary that is asked for with all tools at hand looks like work otherwise; without tools, it is a side matter anyway. */
function isOfWork({ isSummary, offersTools, isOfSubAgent }: Asked & { isSummary: boolean }): boolean {
  return !(isSummary && offersTools) && !isOfSubAgent;
}

const NOTHING_KNOWN: Continuation = { kind: 'made-up' };

/** Whether what was answered goes on with an answer that called something, be it from a summary. */
function goesOn({ after }: Answered, calling: Answered | undefined): boolean {
  if (calling === undefined) return after.kind !== 'made-up';
  return after.kind === 'of-summary' || (after.kind === 'of-answer' && after.answers.includes(calling.event));
}

function eventsOf(answers: readonly Answered[]): ReadonlySet<TranscriptEvent> {
  return new Set(answers.map(({ event }) => event));
}
