import type { JsonSize } from '../base/json-extent.ts';
import type { TokenUsage } from '../contracts/model-call.ts';
import type { ProviderId } from '../contracts/providers.ts';
import type { ErrorKind } from './http/gateway-error.ts';
import type { ServerSentEvent } from './http/server-sent-events.ts';
import type { AnswerNames, KeptAnswers } from './kept-answers.ts';
import type { UsageQuestion } from './usage-question.ts';

/** What the gateway needs to know about a request, whatever wire it came on. */
export type ModelRequest = {
  model: string;
  /**
   * How the answer is to come: in one piece, as server-sent events, or as a JSON
   * list of what would be events.
   */
  form: 'whole' | 'events' | 'list';
  /** Whether the client wants to be told the usage of a stream; on one wire it has to ask. */
  streamsUsage: boolean;
  /**
   * Every text that the request puts before the model, in the order of the conversation.
   * What is always there comes first. Earlier answers may be read only when this, or what follows from it, is.
   */
  passages: readonly Passage[];
  /** The names of the tools that the model may call. */
  offers: readonly string[];
  /**
   * For each answer in the conversation, and finally for the one requested: the last tool output before it, or
   * what the user said since then if that came later; null before there is any.
   */
  toldBeforeAnswers: readonly (string | null)[];
  /** The answer has to be JSON for a program, as in a check of the conversation; known where agents ask for that beside their work. */
  wantsJson?: true;
  /** Whether the API keeps the answer, so that a later request can refer to it. */
  isKept?: boolean;
};

/** Why a body is not a valid request of a wire. */
export type RequestFault = {
  fault: string;
  field: string | null;
  /** What the request would have the provider itself run, reach or open, as JSON. */
  outreach?: string;
};

export type ModelToolCall = {
  id: string;
  tool: string;
  input: Record<string, unknown>;
  /** The request did not offer the tool: nothing carries such a call out. */
  notOffered?: true;
  /** Something beside the agent program asked for the answer. */
  isAside?: true;
};

/** A text that a request puts before the model, with who put it there. */
export type Passage = { text: string } & (
  | {
      /**
       * `program` is the system prompt, `tools` the description of a tool, `user` the prompt and
       * what the agent program says besides.
       */
      by: 'program' | 'tools' | 'user';
    }
  | { by: 'model'; call: ModelToolCall | null }
  /** The result of the call with that id; `isError` is only set if the wire can mark errors. */
  | { by: 'tool'; callId: string; isError?: boolean }
);

export type ModelAnswer = {
  text: string;
  toolCalls: readonly ModelToolCall[];
  refused: boolean;
  /** The provider's limit for one answer ended it, not the model. */
  cut: boolean;
  /** The conversation has filled the model's context, which ended the answer. */
  isFull?: true;
  /** The arguments of a call in it cannot be read. */
  isMalformed?: true;
  usage: TokenUsage;
};

export type Route = {
  method: 'GET' | 'POST';
  path: string;
  purpose: 'answer' | 'count' | 'models' | 'model';
  /** The answer is a compacted conversation, from which the next request can go on. */
  compacts?: true;
};

/** What a client may do with an answer that was kept. */
export type KeptRoute = {
  method: 'GET' | 'DELETE' | 'POST';
  path: string;
  action: 'retrieve' | 'delete' | 'cancel';
};

export type Referred = {
  size: JsonSize;
  /** The ids of the answers that it comes from. */
  from: ReadonlySet<string>;
  /** The request without the conversation, which is valid if it is valid in full. */
  alone: unknown;
  inFull(): unknown;
};

/**
 * The operations of an API that keeps its answers, so that requests can refer to
 * them instead of repeating them.
 */
export type Keeping = {
  routes: readonly KeptRoute[];
  namesOf(answer: unknown): AnswerNames | null;
  /** Returns what a request refers to, without reading it; `null` if that is nothing. */
  referredTo(body: unknown, kept: KeptAnswers): Referred | RequestFault | null;
  /** The request without its conversation: what later requests do not bring back. */
  besidesConversation(body: unknown): unknown;
  renderDeleted(id: string): object;
};

/** A request for an answer, as a client of the API would send it. */
type Question = { path: string; headers?: Record<string, string>; body: object };

/** Joins the events of a streamed answer, as far as they came. */
export interface EventJoiner {
  /** Takes the events that it knows and ignores the rest: the stream is the client's, not ours to judge. */
  add(event: unknown): void;
  /** The body that would have come in one piece. */
  body(): unknown;
  isComplete(): boolean;
}

/** The format of one model API. To add a wire, add one of these to `wires.ts`. */
export interface Wire {
  readonly id: string;
  readonly provider: ProviderId;
  readonly routes: readonly Route[];
  /**
   * Whether this looks like a request of the API's clients. It decides on unknown paths and
   * on those that several wires share.
   */
  isFromClient(headers: Headers, url: URL): boolean;
  tokenOf(headers: Headers, url: URL): string | null;
  readRequest(body: unknown, url: URL): ModelRequest | RequestFault;
  /**
   * What in a request would have the provider itself run something, connect to something or open what it keeps; `null` if nothing
   * would. It would be a way out of the sandbox that nothing records.
   */
  outreachOf(body: unknown): RequestFault | null;
  readAnswer(body: unknown): ModelAnswer;
  /**
   * Whether a body has the outline of an answer. Whether `readAnswer` can read its
   * parts is a separate question.
   */
  isAnswer(body: unknown): boolean;
  openJoiner(): EventJoiner;
  /** Present if a stream reports its usage only on demand. */
  readonly usageQuestion?: UsageQuestion;
  readonly keeping?: Keeping;
  /** Renders a question of the harness's own, which belongs to no conversation. */
  renderQuestion(model: string, text: string): Question;
  renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string): object;
  renderEvents(answer: ModelAnswer, request: ModelRequest, id: string): ServerSentEvent[];
  /** `field` is the field of the request that is wrong, if it is a single one. */
  renderError(kind: ErrorKind, message: string, field: string | null): object;
  renderCount(tokens: number): object;
  renderModels(models: readonly string[]): object;
  renderModel(model: string): object;
  /** Present if the API can compact a conversation. */
  renderCompaction?(request: ModelRequest, usage: TokenUsage, id: string): object;
}
