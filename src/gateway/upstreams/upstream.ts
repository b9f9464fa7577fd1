import type { ModelRequest, Route, Wire } from '../../traffic/wire.ts';
import type { Span } from '../clock/union-of-spans.ts';
import type { Waiting } from '../clock/waiting.ts';

/** One request as the client sent it, and what the gateway read of it. */
export type UpstreamCall = {
  wire: Wire;
  route: Route;
  /** Path and query as they came; the host means nothing. */
  url: URL;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** `null` where the route takes none. */
  request: ModelRequest | null;
  /**
   * False for another model than the run's, or another provider: whatever comes of it says nothing of the provider, because
   * a workload can ask for any name.
   */
  isOwnModel: boolean;
  /** Which request for an answer this is in its trial, from 0. */
  index: number;
  /** Whatever is not the model's own time passes in here. */
  waiting: Waiting;
  /** An answer that took its time when it was recorded, since the first request of its trial. */
  replays: (span: Span) => void;
};

/** Where answers come from, errors of the model's side among them. The gateway meters, bounds and records around it. */
export interface Upstream {
  /** True where no model thinks: every report then says so. */
  readonly simulated: boolean;
  /** Why there is no use in asking on, as far as is known now. Only what asks a provider may have a reason. */
  outage?(): string | null;
  send(call: UpstreamCall, signal: AbortSignal): Promise<Response>;
}
