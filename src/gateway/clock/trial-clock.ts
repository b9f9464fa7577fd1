import { mergeSpans, type Span, spanWithout, unionOfSpans } from './union-of-spans.ts';
import { Waiting } from './waiting.ts';

/**
 * The most spans that are kept while a request is open. Agents have a handful; a workload that keeps one request open can send
 * thousands of others, and each takes as long as there are spans.
 */
const MOST_SPANS = 200;

type OpenRequest = { fromMs: number; waiting: Waiting };

/** The spans in which a request waited, and those in which it was served. */
type Split = { waited: readonly Span[]; served: readonly Span[] };

/** Times one request from its start to its end. */
export type RequestTime = {
  waiting: Waiting;
  end(): void;
  /** Ends a request whose client left before any of the answer came: nobody waited for it. */
  abandon(): void;
};

/**
 * Separates the time that a trial waited from its agent's own time. The clock stops only while every
 * open request waits: while one of them is served, the agent may be working, and the wait of an
 * abandoned request held nobody up.
 */
export class TrialClock {
  readonly #monotonicMs: () => number;
  readonly #open = new Set<OpenRequest>();
  /** The spans of the requests that ended since the trial last had none open. */
  #ended: Split = { waited: [], served: [] };
  #settledMs = 0;
  #mostMs = Number.POSITIVE_INFINITY;
  readonly #changed: () => void;

  /** `changed` is called whenever `mayStandStill` may have changed. */
  constructor(monotonicMs: () => number, changed: () => void = () => undefined) {
    this.#monotonicMs = monotonicMs;
    this.#changed = changed;
  }

  /** Whether the clock stands still now, or may turn out to have done so. */
  get mayStandStill(): boolean {
    if (this.#mostMs < Number.POSITIVE_INFINITY) return false;
    return this.#open.size > 0 && this.#open.values().every(({ waiting }) => waiting.mayWait);
  }

  begin(fromMs = this.#monotonicMs()): RequestTime {
    const request = { fromMs, waiting: new Waiting(this.#monotonicMs, this.#changed) };
    this.#open.add(request);
    this.#changed();
    return {
      waiting: request.waiting,
      end: () => this.#end(request, ({ waited }) => waited),
      abandon: () => this.#end(request, () => []),
    };
  }

  /** Returns for how long the clock stood still. */
  offClockMs(): number {
    return Math.min(this.#mostMs, this.#settledMs + waitedIn(this.#splits(() => [])));
  }

  /** Returns how much longer that will be if everything undecided turns out to be waiting. */
  undecidedMs(): number {
    const nowMs = this.#monotonicMs();
    const most = waitedIn(this.#splits(({ waiting }) => waiting.undecidedUntil(nowMs)));
    return Math.max(0, Math.min(this.#mostMs, this.#settledMs + most) - this.offClockMs());
  }

  /** From now on, the clock has not stood still for longer than this, and does not do so any more. */
  standStillAtMost(offMs: number): void {
    this.#mostMs = Math.min(this.#mostMs, offMs);
    this.#changed();
  }

  #splits(alsoWaited: (request: OpenRequest) => Span[]): Split[] {
    const nowMs = this.#monotonicMs();
    const open = [...this.#open].map((request) => splitOf(request, alsoWaited(request), nowMs));
    return [this.#ended, ...open];
  }

  #end(request: OpenRequest, waitedOf: (split: Split) => readonly Span[]): void {
    if (!this.#open.delete(request)) return;
    const split = splitOf(request, [], this.#monotonicMs());
    this.#ended = {
      waited: mergeSpans([...this.#ended.waited, ...waitedOf(split)]),
      served: mergeSpans([...this.#ended.served, ...split.served]),
    };
    const spans = this.#ended.waited.length + this.#ended.served.length;
    if (this.#open.size === 0 || spans > MOST_SPANS) this.#settle();
    this.#changed();
  }

  /** Counts what has ended, and forgets when it was. Whatever is still open has not waited until now: it may yet be abandoned. */
  #settle(): void {
    const nowMs = this.#monotonicMs();
    const served = [...this.#open].flatMap((request) => splitOf(request, [], nowMs).served);
    this.#settledMs += waitedIn([this.#ended, { waited: [], served }]);
    this.#ended = { waited: [], served: [] };
    for (const request of this.#open) request.fromMs = nowMs;
  }
}

function splitOf({ fromMs, waiting }: OpenRequest, alsoWaited: readonly Span[], nowMs: number): Split {
  const waited = [...waiting.spansUntil(nowMs), ...alsoWaited]
    .map((span) => ({ ...span, fromMs: Math.max(fromMs, span.fromMs) }))
    .filter((span) => span.toMs > span.fromMs);
  return { waited, served: spanWithout({ fromMs, toMs: nowMs }, waited) };
}

/** Measures how long at least one request waited while none was served. */
function waitedIn(splits: readonly Split[]): number {
  const served = splits.flatMap((split) => split.served);
  const waited = splits.flatMap((split) => split.waited);
  return unionOfSpans([...waited, ...served]) - unionOfSpans(served);
}
