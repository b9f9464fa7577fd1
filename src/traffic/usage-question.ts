import type { ServerSentEvent } from './http/server-sent-events.ts';
import type { ModelRequest, Wire } from './wire.ts';

/** A request, and the wire on which it came. */
export type AskedRequest = { wire: Wire; request: ModelRequest | null };

/**
 * For a wire that reports the usage of a stream only on demand: how to ask for it,
 * and how to recognise the report.
 */
export type UsageQuestion = {
  /** Returns the same request with the question added. */
  putTo(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Whether an event was only sent because of the question. */
  isAnswer(event: ServerSentEvent): boolean;
};

/** The question that the gateway has to ask because the client did not; `null` if there is none. */
export function questionOf({ wire, request }: AskedRequest): UsageQuestion | null {
  return request?.form === 'events' && !request.streamsUsage ? (wire.usageQuestion ?? null) : null;
}
