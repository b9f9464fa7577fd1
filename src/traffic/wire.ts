import type { TokenUsage } from '../contracts/model-call.ts';
import type { ProviderId } from '../contracts/providers.ts';
import type { ErrorKind } from './http/gateway-error.ts';
import type { ServerSentEvent } from './http/server-sent-events.ts';
import type { AnswerNames, KeptAnswers } from './kept-answers.ts';
import type { UsageQuestion } from './usage-question.ts';

/** What the gateway needs to know of a request, whatever wire it came on. */
export type ModelRequest = {
  model: string;
  /** How the answer is to come: in one piece, as server-sent events, or as a JSON list of what would be events. */
  form: 'whole' | 'events' | 'list';
  /** Whether the client wants to hear what a stream used; on one wire it has to ask. */
  streamsUsage: boolean;
  /** Every text that the request puts before the model, as it stands in the conversation; what is always there comes first. */
  passages: readonly Passage[];
  /**
   * For each answer that the conversation holds, and at the end for the one that is asked for: the last tool output
   * that stood before it, or null.
   */
  outputsBeforeAnswers: readonly (string | null)[];
  /** Whether the API keeps the answer, so that a later request can name it. */
  isKept?: boolean;
};

/** Why a body is no request of a wire. */
export type RequestFault = { fault: string; field: string | null };

export type ModelToolCall = { id: string; tool: string; input: Record<string, unknown> };

/** A text that a request puts before the model, by who put it there. */
export type Passage = { text: string } & (
  | {
      /**
       * `program` is the system prompt, `tools` the description of a tool, `user` the prompt and what the agent program says
       * beside it.
       */
      by: 'program' | 'tools' | 'user';
    }
  | { by: 'model'; call: ModelToolCall | null }
  /** What came back for the call with that id; `isError` where the wire has a mark for it. */
  | { by: 'tool'; callId: string; isError?: boolean }
);

export type ModelAnswer = {
  text: string;
  toolCalls: readonly ModelToolCall[];
  refused: boolean;
  /** Ended by the provider's limit for one answer, not by the model. */
  cut: boolean;
  usage: TokenUsage;
};

export type Route = {
  method: 'GET' | 'POST';
  path: string;
  purpose: 'answer' | 'count' | 'models' | 'model';
  /** The answer is the conversation made shorter, for the next request to go on from. */
  compacts?: true;
};

/** What a client may do with an answer that was kept. */
export type KeptRoute = {
  method: 'GET' | 'DELETE' | 'POST';
  path: string;
  action: 'retrieve' | 'delete' | 'cancel';
};

/** Of an API that keeps its answers: a request names them in the place of repeating them. */
export type Keeping = {
  routes: readonly KeptRoute[];
  namesOf(answer: unknown): AnswerNames | null;
  /** A request with what it names in the place of the names. One that names nothing stays the object that it is. */
  inFull(body: unknown, kept: KeptAnswers): { body: unknown } | RequestFault;
  renderDeleted(id: string): object;
};

/** Puts the events of a streamed answer together, as far as they came. */
export interface EventJoiner {
  /** Takes what it knows and leaves the rest: the stream is the client's, not ours to judge. */
  add(event: unknown): void;
  /** What would have come in one piece. */
  body(): unknown;
  isComplete(): boolean;
}

/** One model API's format. Adding a wire is adding one of these to `wires.ts`. */
export interface Wire {
  readonly id: string;
  readonly provider: ProviderId;
  readonly routes: readonly Route[];
  /** Whether this looks like a request of the API's clients. It decides on paths that several wires have, and on unknown ones. */
  isFromClient(headers: Headers, url: URL): boolean;
  tokenOf(headers: Headers, url: URL): string | null;
  readRequest(body: unknown, url: URL): ModelRequest | RequestFault;
  readAnswer(body: unknown): ModelAnswer;
  /** Whether a body has the outline of an answer; what `readAnswer` makes of its parts is another matter. */
  isAnswer(body: unknown): boolean;
  openJoiner(): EventJoiner;
  /** Where a stream tells its usage on demand only. */
  readonly usageQuestion?: UsageQuestion;
  readonly keeping?: Keeping;
  renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string): object;
  renderEvents(answer: ModelAnswer, request: ModelRequest, id: string): ServerSentEvent[];
  /** `field` is what is wrong with a request, where it is one field. */
  renderError(kind: ErrorKind, message: string, field: string | null): object;
  renderCount(tokens: number): object;
  renderModels(models: readonly string[]): object;
  renderModel(model: string): object;
  /** Where the API can make a conversation shorter. */
  renderCompaction?(request: ModelRequest, usage: TokenUsage, id: string): object;
}
