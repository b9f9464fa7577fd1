import { type TokenUsage, UNKNOWN_USAGE } from '../contracts/model-call.ts';
import { EventReader } from './http/server-sent-events.ts';
import { jsonIn } from './json-in.ts';
import { noAnswer } from './no-answer.ts';
import { errorIn, mayBeError, type ProviderError } from './provider-error.ts';
import type { ModelAnswer, Wire } from './wire.ts';

/** The result of reading an answer. */
export type ReadAnswer = {
  /** `null` if no answer could be read. */
  answer: ModelAnswer | null;
  /** False if something else came in place of an answer. */
  isAnswered: boolean;
  isComplete: boolean;
  /** What the provider did wrong; `null` if the request itself was to blame. */
  fault: string | null;
  /** The message of an error, whoever is to blame for it. */
  said: string | null;
  /** The provider's own codes of that error. */
  codes: readonly string[];
  /** Whether something came that is not in the format of its API. */
  isMalformed: boolean;
};

/** A longer stream is parsed while it comes, to save memory; a shorter one is parsed once it has ended. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** The last event of Chat Completions, which is not JSON. */
const STREAM_END = '[DONE]';

/** Reads an answer alongside its way to the client. What cannot be read stays unknown and stops nothing. */
export interface AnswerReader {
  add(bytes: Uint8Array): void;
  /** Called when the client has the whole answer, or when one of the two sides has left. */
  end(isWhole: boolean): ReadAnswer;
  /** `null` until the answer is complete. */
  whole(): WholeBody | null;
}

type WholeBody = { body: unknown; bytes: number };

export function openAnswerReader(wire: Wire, contentType: string | null): AnswerReader {
  return contentType?.startsWith('text/event-stream') ? new StreamReader(wire) : new BodyReader(wire);
}

class StreamReader implements AnswerReader {
  readonly #wire: Wire;
  readonly #events = new EventReader();
  readonly #joiner: ReturnType<Wire['openJoiner']>;
  readonly #unread: Uint8Array[] = [];
  #bytes = 0;
  #unreadBytes = 0;
  #error: ProviderError | null = null;
  #isMalformed = false;

  constructor(wire: Wire) {
    this.#wire = wire;
    this.#joiner = wire.openJoiner();
  }

  add(bytes: Uint8Array): void {
    this.#unread.push(bytes);
    this.#unreadBytes += bytes.length;
    this.#bytes += bytes.length;
    if (this.#unreadBytes > MAX_UNREAD_BYTES) this.#read();
  }

  #read(): void {
    this.#unreadBytes = 0;
    for (const bytes of this.#unread.splice(0)) this.#readEvents(bytes);
  }

  #readEvents(bytes: Uint8Array): void {
    for (const { data } of this.#events.add(bytes)) {
      // Not every event is JSON, and a malformed one is for its client to complain about.
      const event = jsonIn(data);
      this.#isMalformed ||= event === undefined && data !== STREAM_END;
      if (mayBeError(data)) this.#error ??= errorIn(event);
      this.#joiner.add(event);
    }
  }

  end(isWhole: boolean): ReadAnswer {
    this.#read();
    const answer = read(this.#wire, this.#joiner.body());
    const isComplete = this.#joiner.isComplete();
    const isAnswered = this.#error === null || saysAnything(answer);
    const fault = this.#error === null ? brokenOff(isWhole && !isComplete) : faultIn(this.#error);
    return { answer, isAnswered, isComplete, fault, ...saidBy(this.#error), isMalformed: this.#isMalformed };
  }

  whole(): WholeBody | null {
    this.#read();
    return this.#joiner.isComplete() ? { body: this.#joiner.body(), bytes: this.#bytes } : null;
  }
}

class BodyReader implements AnswerReader {
  readonly #wire: Wire;
  readonly #chunks: Uint8Array[] = [];
  #whole: WholeBody | null = null;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  add(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
  }

  end(isWhole: boolean): ReadAnswer {
    const text = Buffer.concat(this.#chunks).toString();
    const body = jsonIn(text) ?? null;
    const error = errorIn(body);
    const wrong = isWhole ? noAnswer(this.#wire, text) : null;
    const isAnswered = wrong === null;
    const isComplete = !isAnswered || body !== null;
    if (isWhole && isAnswered && body !== null) this.#whole = { body, bytes: text.length };
    const fault = error === null ? (wrong ?? brokenOff(isWhole && !isComplete)) : faultIn(error);
    const answer = isAnswered ? read(this.#wire, body) : null;
    const isMalformed = isWhole && error === null && (wrong !== null || body === null);
    return { answer, isAnswered, isComplete, fault, ...saidBy(error), isMalformed };
  }

  whole(): WholeBody | null {
    return this.#whole;
  }
}

function saidBy(error: ProviderError | null): Pick<ReadAnswer, 'said' | 'codes'> {
  return { said: error?.message ?? null, codes: error?.codes ?? [] };
}

function faultIn({ message, isAboutRequest }: ProviderError): string | null {
  return isAboutRequest ? null : `The provider failed at an answer: ${message}`;
}

function brokenOff(isBrokenOff: boolean): string | null {
  return isBrokenOff ? 'The answer broke off before its end.' : null;
}

function saysAnything(answer: ModelAnswer | null): boolean {
  return (
    answer !== null &&
    (answer.text !== '' || answer.toolCalls.length > 0 || answer.usage.inputTokens !== null)
  );
}

function read(wire: Wire, body: unknown): ModelAnswer | null {
  try {
    const answer = wire.readAnswer(body);
    return { ...answer, usage: countedUsage(answer) };
  } catch {
    // The answer stays unknown: the client got its bytes all the same.
    return null;
  }
}

/**
 * The usage that an answer reports, unless it is impossible: a prompt is never empty, and an answer that says
 * something took tokens. Servers that do not count report zeros instead.
 */
function countedUsage({ usage, text, toolCalls }: ModelAnswer): TokenUsage {
  const saysSomething = text !== '' || toolCalls.length > 0;
  const isCounted = usage.inputTokens !== 0 && !(saysSomething && usage.outputTokens === 0);
  return isCounted ? usage : UNKNOWN_USAGE;
}
