import type { ServerSentEvent } from './http/server-sent-events.ts';
import type { ModelRequest, Wire } from './wire.ts';

type Asked = { wire: Wire; request: ModelRequest | null };

/** How a wire that tells the usage of a stream only on demand is asked for it, and how it tells. */
export type UsageQuestion = {
  /** The same request with the question in it. */
  putTo(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  /** Whether an event is there for the question alone. */
  isAnswer(event: ServerSentEvent): boolean;
};

/** What the gateway has to ask in the client's place, because the client did not; `null` where there is nothing. */
export function questionOf({ wire, request }: Asked): UsageQuestion | null {
  return request?.form === 'events' && !request.streamsUsage ? (wire.usageQuestion ?? null) : null;
}
