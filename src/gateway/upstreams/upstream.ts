import type { Asker } from '../../contracts/asker.ts';
import type { ModelRequest, Route, Wire } from '../../traffic/wire.ts';
import type { Span } from '../clock/union-of-spans.ts';
import type { Waiting } from '../clock/waiting.ts';

/** One request as the client sent it, and what the gateway read from it. */
export type UpstreamCall = {
  wire: Wire;
  route: Route;
  /** The path and the query as they came; the host is meaningless. */
  url: URL;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
  /** `null` if the route takes none. */
  request: ModelRequest | null;
  /** Who asks, as far as that is known. */
  askedBy: Asker | null;
  /**
   * False for a request that comes, or may come, from something beside the agent, or that goes to a provider other than the run's:
   * its outcome then says nothing about the run's provider.
   */
  tellsOfProvider: boolean;
  /** Stands for the trial that asks: each gets its share of the places at a provider. */
  trial: object;
  /** The number of this request among the trial's requests for an answer, from 0. */
  index: number;
  /** Records all time that is not the model's own. */
  waiting: Waiting;
  /** Reports when a replayed answer came in the recording, counted from the first request of its trial. */
  replays: (span: Span) => void;
};

/**
 * Where answers come from, including errors of the model's side. The gateway around it
 * meters, enforces limits and records.
 */
export interface Upstream {
  /** True if no real model answers: every report then says so. */
  readonly simulated: boolean;
  /** True if all answers were recorded before, so that nobody waits for a provider. */
  readonly isReplay?: true;
  /**
   * Why there is no use in asking again, as far as is known now. Only an upstream that
   * asks a provider may have a reason.
   */
  outage?(): string | null;
  send(call: UpstreamCall, signal: AbortSignal): Promise<Response>;
}
