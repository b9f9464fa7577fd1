import type { Usage } from '../contracts/transcript.ts';
import type { ErrorKind } from './gateway-error.ts';

/** What the gateway needs to know of a request, whatever wire it came on. */
export type ModelRequest = {
  model: string;
  stream: boolean;
  /** Every text that the request puts before the model: system, messages, tool results and descriptions. */
  texts: readonly string[];
  /**
   * For each answer that the conversation holds, and at the end for the one that is asked for: the last tool output
   * that stood before it, or null.
   */
  outputsBeforeAnswers: readonly (string | null)[];
};

type ModelToolCall = { id: string; tool: string; input: Record<string, unknown> };

export type ModelAnswer = { text: string; toolCalls: readonly ModelToolCall[]; usage: Usage };

/** One model API's format. Adding a wire is adding one of these to `wires.ts`. */
export interface Wire {
  readonly id: string;
  readonly path: string;
  tokenOf(headers: Headers): string | null;
  /** `null` where the body is not a request of this wire. */
  readRequest(body: unknown): ModelRequest | null;
  renderAnswer(answer: ModelAnswer, request: ModelRequest, id: string): object;
  readAnswer(body: unknown): ModelAnswer;
  renderError(kind: ErrorKind, message: string): object;
}
