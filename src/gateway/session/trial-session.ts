import type { ReachedBudget } from '../../contracts/budget.ts';
import { isAnswered, type ModelCall, type Spending, type TokenUsage } from '../../contracts/model-call.ts';
import type { ProviderId } from '../../contracts/providers.ts';
import { type Budget, exceededBudget, type Used, usedBy } from '../../scoring/budget.ts';
import { KeptAnswers } from '../../traffic/kept-answers.ts';
import { UsageMeter } from '../../traffic/usage-meter.ts';
import type { ModelRequest, Route, Wire } from '../../traffic/wire.ts';
import { TrialClock } from '../clock/trial-clock.ts';
import { type Span, unionOfSpans } from '../clock/union-of-spans.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { type Recorded, WireRecorder } from '../wire-log/wire-recorder.ts';
import { ByteBudget } from './byte-budget.ts';
import { DeferredWork } from './deferred-work.ts';
import { denialOf } from './denial.ts';
import type { TrialAccount } from './run-account.ts';

export type SessionOptions = Budget & {
  upstream: Upstream;
  /** What the agent was given to ask; without it, every model is taken for that. */
  own?: OwnModel;
  /** With the run that this trial is part of; a session may stand by itself. */
  account?: TrialAccount;
};

export type OwnModel = { provider: ProviderId; model: string };

export type SessionReport = {
  usage: TokenUsage;
  /** Model requests that were answered. */
  requests: number;
  calls: readonly ModelCall[];
  budgetReached: ReachedBudget | null;
  /** Faults of the upstream since it last answered, which are never the agent's. */
  upstreamErrors: readonly string[];
  /** Why a replay had no answer to a request after the trial's first, which what ran in the sandbox may have changed. */
  divergence: string | null;
};

/** Of one trial: more at a time would hold the others up. */
const MAX_OPEN = 32;

/** Of all requests that it has open. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** An agent that was told of its budget's end has so long to come to its own. */
const LAST_WORDS_MS = 3000;

/** What the gateway knows of one trial. */
export class TrialSession {
  readonly upstream: Upstream;
  readonly meter = new UsageMeter();
  readonly recorder: WireRecorder;
  readonly clock: TrialClock;
  readonly work = new DeferredWork();
  readonly bodies = new ByteBudget(MAX_HELD_BYTES);
  readonly #kept = new KeptAnswers();
  /** What the answers of a replay took when they were recorded. */
  readonly replayed: Span[] = [];
  /** Aborted once the trial is over: nothing of it goes on. */
  readonly #closed = new AbortController();
  readonly #overBudget = new AbortController();
  /** Held here, because a request that nobody holds may be collected, and then never tells that its client left. */
  readonly #open = new Set<Request>();
  /** What ends each request that waits for an answer, where the trial is over before it comes. */
  readonly #unanswered = new Set<() => void>();
  readonly #upstreamErrors: string[] = [];
  readonly #own: OwnModel | null;
  readonly #budget: Budget;
  readonly #account: TrialAccount | null;
  readonly #monotonicMs: () => number;
  #startMs: number | null = null;
  #endMs: number | null = null;
  #asked = 0;
  #budgetReached: ReachedBudget | null = null;
  #divergence: string | null = null;
  #hasAnswered = false;

  constructor(
    { upstream, own, account, ...budget }: SessionOptions,
    { token, monotonicMs }: { token: string; monotonicMs: () => number },
  ) {
    this.upstream = upstream;
    this.recorder = new WireRecorder(token);
    this.clock = new TrialClock(monotonicMs);
    this.#own = own ?? null;
    this.#budget = budget;
    this.#account = account ?? null;
    this.#monotonicMs = monotonicMs;
    account?.follow(this);
  }

  /** Room for one request at a time more; `null` where the trial has as many open as it may. */
  enter(request: Request): (() => void) | null {
    if (this.#open.size >= MAX_OPEN) return null;
    this.#open.add(request);
    return () => this.#open.delete(request);
  }

  /**
   * The number of a request that may go on, or why it may not. What is under way is not counted in tokens yet; what asks
   * for no answer is free.
   */
  admit({ purpose }: Route, model: string | null): { index: number } | { refused: string } {
    this.#startMs ??= this.#monotonicMs();
    if (purpose !== 'answer') return { index: this.#asked };
    const run = this.#account?.run ?? null;
    const isOwn = (name: string) => this.#own === null || this.#own.model === name;
    const standing = { budget: this.#budget, used: this.used(), calls: this.meter.calls, run, isOwn };
    const denial = denialOf(model, standing);
    if (denial === null) return { index: this.#asked++ };
    if (denial.by === 'fault') this.#upstreamErrors.push(denial.message);
    if (denial.by === 'budget') this.#reach(denial.reached);
    return { refused: denial.message };
  }

  /**
   * Whether a request asks for the run's own model. One that names none may be the agent's own as long as it has not asked
   * for an answer: until then nothing has run in its sandbox.
   */
  isOwn({ provider }: Wire, request: ModelRequest | null, index: number): boolean {
    if (this.#own === null) return true;
    if (provider !== this.#own.provider) return false;
    return request === null ? index === 0 : request.model === this.#own.model;
  }

  /** Whether the key and the run's own model have been good for an answer in this trial. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** The own model's side has done what it should, or a request was itself to blame: what it failed at before is past. */
  sawNoFault({ ok }: Pick<Response, 'ok'>): void {
    this.#hasAnswered ||= ok;
    this.#upstreamErrors.length = 0;
  }

  sawFault(fault: string): void {
    this.#upstreamErrors.push(fault);
  }

  sawDivergence(divergence: string): void {
    this.#divergence ??= divergence;
    this.sawFault(divergence);
  }

  /** A request waits for its answer. Gives what says that it came to something; false where the trial was over before. */
  awaitAnswer(leftAlone: () => void): () => boolean {
    this.#unanswered.add(leftAlone);
    return () => this.#unanswered.delete(leftAlone);
  }

  #reach(budget: ReachedBudget): void {
    if (this.#budgetReached === null) setTimeout(() => this.#overBudget.abort(), LAST_WORDS_MS).unref();
    this.#budgetReached = budget;
  }

  /** As far as the answers have said, with every request that was let through and has not come to an error. */
  used(): Used {
    const spent = this.spent();
    const errors = spent.modelCalls.filter((call) => !isAnswered(call)).length;
    return { ...usedBy(spent, this.#account?.run.prices ?? []), requests: this.#asked - errors };
  }

  spent(): Spending {
    this.work.catchUp();
    return { modelCalls: [...this.meter.calls], seconds: this.#seconds() };
  }

  #seconds(): number {
    if (this.#startMs === null) return 0;
    const endMs = this.#endMs ?? this.#monotonicMs();
    return Math.max(0, endMs - this.#startMs - this.offClockMs()) / 1000;
  }

  /** Milliseconds since the trial's first request. */
  sinceStartMs(): number {
    this.#startMs ??= this.#monotonicMs();
    return this.#monotonicMs() - this.#startMs;
  }

  /** Aborted where an agent goes on without the answers that no budget is left for. */
  get overBudget(): AbortSignal {
    return this.#overBudget.signal;
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Whatever is still under way is left, and counted as that. */
  close(): void {
    this.#endMs ??= this.#monotonicMs();
    this.#closed.abort(new Error('the trial is over'));
    const unanswered = [...this.#unanswered];
    this.#unanswered.clear();
    for (const leftAlone of unanswered) leftAlone();
  }

  /** What is to be taken off a clock around the agent; below zero where a replay saved the model's time. */
  offClockMs(): number {
    return this.clock.offClockMs() - unionOfSpans(this.replayed);
  }

  undecidedMs(): number {
    return this.clock.undecidedMs();
  }

  async wire(): Promise<Recorded> {
    this.work.catchUp();
    return await this.recorder.end();
  }

  /** What later requests may name. */
  answersSoFar(): KeptAnswers {
    this.work.catchUp();
    return this.#kept;
  }

  report(): SessionReport {
    this.work.finish();
    return {
      usage: this.meter.usage,
      requests: this.meter.answers,
      calls: [...this.meter.calls],
      budgetReached: this.#budgetReached ?? this.#exceeded(),
      upstreamErrors: [...this.#upstreamErrors],
      divergence: this.#divergence,
    };
  }

  /** Requests that were under way at a time may use more than there was, and none of them is refused for it. */
  #exceeded(): ReachedBudget | null {
    // The agent's own clock, which the session does not see all of, decides about its time.
    return exceededBudget('trial', { ...this.#budget, maxSeconds: null }, this.used());
  }
}
