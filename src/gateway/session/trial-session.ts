import type { Asker } from '../../contracts/asker.ts';
import type { ReachedBudget } from '../../contracts/budget.ts';
import type { EgressEvent } from '../../contracts/egress.ts';
import { isAnswered, type ModelCall, type Spending, type TokenUsage } from '../../contracts/model-call.ts';
import type { ProviderId } from '../../contracts/providers.ts';
import {
  allRequests,
  NO_REQUESTS,
  type RequestsByLabel,
  requestsUnder,
  type SideLabel,
} from '../../contracts/side-requests.ts';
import {
  addUsed,
  type Budget,
  exceededBudget,
  NOTHING_USED,
  type Used,
  usedBy,
} from '../../scoring/budget.ts';
import { KeptAnswers } from '../../traffic/kept-answers.ts';
import { RequestLabels, type SideRequests } from '../../traffic/request-labels.ts';
import { UsageMeter } from '../../traffic/usage-meter.ts';
import type { ModelAnswer, ModelRequest, RequestFault, Route, Wire } from '../../traffic/wire.ts';
import { IdleWaits, type ReadWork } from '../clock/idle-waits.ts';
import { ToolTime } from '../clock/tool-time.ts';
import { TrialClock } from '../clock/trial-clock.ts';
import { type Span, unionOfSpans } from '../clock/union-of-spans.ts';
import { ByteBudget } from '../http/byte-budget.ts';
import { refusal } from '../http/refusal.ts';
import type { Upstream, UpstreamCall } from '../upstreams/upstream.ts';
import { type Recorded, WireRecorder } from '../wire-log/wire-recorder.ts';
import { DeferredWork } from './deferred-work.ts';
import { denialOf } from './denial.ts';
import { OutreachLog } from './outreach-log.ts';
import type { SessionAccount } from './run-account.ts';

/** The agent's own clock holds its limit of seconds, because it also ends an agent that asks nothing. */
export type SessionOptions = Omit<Budget, 'maxSeconds'> & {
  upstream: Upstream;
  /** The model that the agent was told to use: no other one answers. Without it, every model counts as that one. */
  own?: OwnModel;
  /**
   * Given if the agent is a program in the sandbox: then not even the first request is known to be the agent's own. `wire` is the id
   * of the one that it speaks, or `null`. `isOneProcess` says that it asks with the process that is started, and no other.
   */
  program?: { wire: string | null; isOneProcess: boolean };
  /** What the agent is asked to do. It tells requests on the task from others. */
  prompt?: string;
  /** What the agent is known to ask beside its work. */
  sideRequests?: SideRequests;
  /** Called with every whole answer to work on the task, for whoever watches. */
  onAnswer?: (answer: ModelAnswer) => void;
  /** The trial's account with its run; a session may also exist without a run. */
  account?: SessionAccount;
};

export type OwnModel = { provider: ProviderId; model: string };

export type SessionReport = {
  usage: TokenUsage;
  /** Model requests that were answered. */
  requests: number;
  calls: readonly ModelCall[];
  budgetReached: ReachedBudget | null;
  /** Whether the run's own model has begun to answer: until then, nothing has run in the sandbox. */
  hasBegun: boolean;
  /** Faults of the upstream since it last answered, which are never the agent's. */
  upstreamErrors: readonly string[];
  /**
   * Why a replay had no answer to a later request than the trial's first; what ran
   * in the sandbox may have changed it.
   */
  divergence: string | null;
};

/** The most requests that one trial may have open: more would hold the others up. */
const MAX_OPEN = 32;

/** The most bytes that the open requests of a trial may hold together. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/**
 * The most bytes of earlier answers that the requests of a trial may refer to: as much as they may send themselves. A few
 * bytes are enough to refer to a long conversation.
 */
export const MOST_REFERRED_BYTES = 512 * 1024 * 1024;

/** The most requests of a trial for anything but an answer. No agent asks for a fraction of it: counting tokens is one a turn. */
const MOST_FREE = 10_000;

/** The most requests of a trial that may end in an error: they count towards no other limit. Retries are a handful each. */
const MOST_ERRORS = 1000;

/** The most faults of the upstream that are kept in a row; only the last one is shown. */
const MOST_FAULTS = 100;

/** How long an agent has to finish after it was told that its budget is used up. */
const LAST_WORDS_MS = 3000;

/** Everything that the gateway knows about one trial. */
export class TrialSession {
  readonly upstream: Upstream;
  readonly meter = new UsageMeter();
  readonly recorder: WireRecorder;
  readonly clock: TrialClock;
  readonly tools: ToolTime;
  readonly labels: RequestLabels;
  readonly onAnswer: (answer: ModelAnswer) => void;
  readonly #checks: ModelCall[] = [];
  readonly #waits: IdleWaits;
  readonly work = new DeferredWork();
  readonly bodies = new ByteBudget(MAX_HELD_BYTES);
  readonly #kept = new KeptAnswers();
  /** When the answers of a replay came in the recording, and how long they took. */
  readonly replayed: Span[] = [];
  /** Aborted once the agent's turn is over: all its work stops. */
  #turn = new AbortController();
  readonly #overBudget = new AbortController();
  /**
   * Held here because a request without references may be garbage-collected, and
   * would never signal that its client left.
   */
  readonly #open = new Set<Request>();
  /** Functions that end the requests still waiting for an answer when the trial is over. */
  readonly #unanswered = new Set<() => void>();
  readonly #upstreamErrors: string[] = [];
  readonly own: OwnModel | null;
  readonly program: NonNullable<SessionOptions['program']> | null;
  readonly #budget: Budget;
  readonly #account: SessionAccount | null;
  readonly #monotonicMs: () => number;
  readonly #openedMs: number;
  readonly #outreaches = new OutreachLog();
  #startMs: number | null = null;
  #endMs: number | null = null;
  #asked: RequestsByLabel = NO_REQUESTS;
  #free = 0;
  /** What the calls used that were counted so far, and how many of them ended in an error. */
  #counted = { calls: 0, errors: NO_REQUESTS, used: NOTHING_USED };
  /** The harness's own work between turns, from the start of the one under way. */
  #betweenTurns: { totalMs: number; fromMs: number | null } = { totalMs: 0, fromMs: null };
  #referredBytes = 0;
  #budgetReached: ReachedBudget | null = null;
  #divergence: string | null = null;
  #opening: UpstreamCall | null = null;
  #openingCall: ModelCall | null = null;
  #lastFailed: UpstreamCall | null = null;
  /** Whether a program, or something beside it, asked for another model: it is at work by then. */
  #hasAskedOthers = false;
  #hasAgentAsked = false;

  constructor(
    { upstream, own, program, account, prompt, sideRequests, onAnswer, ...budget }: SessionOptions,
    { token, monotonicMs }: { token: string; monotonicMs: () => number },
  ) {
    this.upstream = upstream;
    this.recorder = new WireRecorder(token);
    this.clock = new TrialClock(monotonicMs, () => this.#waits.changed());
    this.#waits = new IdleWaits(this.clock, { monotonicMs });
    this.tools = new ToolTime(this.clock, prompt ?? null);
    this.labels = new RequestLabels(prompt ?? null, sideRequests);
    this.onAnswer = onAnswer ?? (() => undefined);
    this.own = own ?? null;
    this.program = program ?? null;
    this.#budget = budget;
    this.#account = account ?? null;
    this.#monotonicMs = monotonicMs;
    this.#openedMs = monotonicMs();
    account?.follow(this);
  }

  /**
   * Who asks, as far as that is known. A program that the user names may be started by another one, which asks in its place: what
   * asks beside it is told apart only once it has asked itself.
   */
  askedBy(asker: Asker | null): Asker | null {
    this.#hasAgentAsked ||= asker === 'agent';
    return asker === 'other' && this.program?.isOneProcess === false && !this.#hasAgentAsked ? null : asker;
  }

  /** Takes a place for one more open request; `null` if the trial already has as many open as it may. */
  enter(request: Request): (() => void) | null {
    if (this.#open.size >= MAX_OPEN) return null;
    this.#open.add(request);
    return () => this.#open.delete(request);
  }

  /** Whether a request may refer to so much. It counts even if the request is then refused. */
  mayReferTo(bytes: number): boolean {
    if (this.#referredBytes + bytes > MOST_REFERRED_BYTES) return false;
    this.#referredBytes += bytes;
    return true;
  }

  /**
   * Returns the number of an admitted request, or why it is refused. Tokens of open requests are not counted
   * yet, and a request for anything but an answer is free, up to a number that only a flood reaches.
   */
  admit(
    { wire, route, askedBy }: { wire: Wire; route: Route; askedBy: Asker | null },
    request: ModelRequest | null,
  ): Admission | { refused: string } {
    this.#startMs ??= this.#monotonicMs();
    if (route.purpose !== 'answer') return this.#admitFree();
    if (allRequests(this.#countCalls().errors) >= MOST_ERRORS)
      return { refused: `No further requests are allowed: ${MOST_ERRORS} ended in an error.` };
    const run = this.#account?.run ?? null;
    const label = request === null || askedBy === 'other' ? null : this.labels.labelOf(route, request);
    const standing = {
      budget: this.#budget,
      used: this.#usedWith(label),
      calls: this.meter.calls,
      run,
      opening: this.#openingCall,
    };
    const index = allRequests(this.#asked);
    const model = this.isOwn(wire, request, index) ? (request?.model ?? null) : null;
    const denial = denialOf(model, standing);
    if (denial === null) {
      this.#asked = oneMore(this.#asked, label);
      if (request !== null && askedBy !== 'other') this.labels.sawRequest(request, label);
      return { index, label };
    }
    if (denial.by === 'fault') this.#noteFault(denial.message);
    if (denial.by === 'budget') this.#reach(denial.reached);
    return { refused: denial.message };
  }

  #admitFree(): Admission | { refused: string } {
    if (this.#free >= MOST_FREE)
      return { refused: `No further requests are allowed: ${MOST_FREE} were for anything but an answer.` };
    this.#free += 1;
    return { index: allRequests(this.#asked), label: null };
  }

  /**
   * Whether a request asks for the run's own model. One without a model may be the agent's own until the
   * agent has asked for an answer: before that, nothing has run in its sandbox.
   */
  isOwn({ provider }: Wire, request: ModelRequest | null, index: number): boolean {
    if (this.own === null) return true;
    if (provider !== this.own.provider) return false;
    return request === null ? index === 0 : request.model === this.own.model;
  }

  /**
   * Refuses a request for another model than the run's. If it is the first one of an agent of ours, that is set up wrongly. What
   * comes out of a sandbox may come from anything in it.
   */
  refuseModel(wire: Wire, index: number): Response {
    const own = this.own === null ? '' : ` is "${this.own.model}" (${this.own.provider})`;
    const message = `The model of this trial${own}, and the gateway answers as no other.`;
    if (this.program !== null) this.#hasAskedOthers = true;
    else if (index === 0) this.#noteFault(message);
    return refusal(wire, 'unknown-model', message, 'model');
  }

  /**
   * The first request whose answer the run's own model has begun; `null` until then. It is the agent's own: agents start a tool
   * while the rest of the answer that calls it still comes, and before that nothing has run in the sandbox.
   */
  get opening(): UpstreamCall | null {
    return this.#opening;
  }

  /** Call this before the first byte of an answer is passed on. */
  beginsAnswer(call: UpstreamCall): void {
    this.#opening ??= call;
  }

  /** Counts a request for an answer that has ended. */
  count(counted: ModelCall, asked: Pick<UpstreamCall, 'index'>): void {
    this.meter.add(counted);
    if (this.#opening?.index === asked.index) this.#openingCall ??= counted;
  }

  /** The last request at which the run's own model's side has failed. */
  get lastFailed(): UpstreamCall | null {
    return this.#lastFailed;
  }

  /** Clears earlier faults: the own model's side has worked as it should, or the request itself was to blame. */
  sawNoFault(): void {
    this.#upstreamErrors.length = 0;
  }

  sawFault(fault: string, call: UpstreamCall): void {
    this.#lastFailed = call;
    this.#noteFault(fault);
  }

  #noteFault(fault: string): void {
    this.#upstreamErrors.push(fault);
    if (this.#upstreamErrors.length > MOST_FAULTS) this.#upstreamErrors.shift();
  }

  sawDivergence(divergence: string, call: UpstreamCall): void {
    this.#divergence ??= divergence;
    this.sawFault(divergence, call);
  }

  /**
   * Registers a request that waits for its answer. The function returned removes it, and returns
   * false if the trial was over first.
   */
  awaitAnswer(leftAlone: () => void): () => boolean {
    this.#unanswered.add(leftAlone);
    return () => this.#unanswered.delete(leftAlone);
  }

  #reach(budget: ReachedBudget): void {
    if (this.#budgetReached === null) setTimeout(() => this.#overBudget.abort(), LAST_WORDS_MS).unref();
    this.#budgetReached = budget;
  }

  /**
   * What the run has to pay for, according to the answers so far. Every admitted request counts unless it ended in an error.
   */
  used(): Used {
    const checks = usedBy({ modelCalls: this.#checks, seconds: 0 }, this.#prices);
    return addUsed(this.#usedByTrial(allRequests(this.#requests())), checks);
  }

  /** What counts towards the limits of the trial. */
  #usedOfLimits(requests = this.#requests()): Used {
    const { maxRequests = null } = this.#budget;
    return this.#usedByTrial(
      maxRequests === null ? allRequests(requests) : requestsUnder(maxRequests, requests),
    );
  }

  /** The same as a request with this label finds it: one that is free is not refused because the work has had its share. */
  #usedWith(label: SideLabel | null): Used {
    const before = this.#requests();
    const used = this.#usedOfLimits(before);
    const isFree = this.#usedOfLimits(oneMore(before, label)).requests === used.requests;
    return isFree ? { ...used, requests: 0 } : used;
  }

  #usedByTrial(requests: number): Used {
    return { ...this.#countCalls().used, seconds: this.#seconds(), requests };
  }

  /** The admitted requests that have not ended in an error. */
  #requests(): RequestsByLabel {
    const { errors } = this.#countCalls();
    const asked = this.#asked;
    return {
      work: asked.work - errors.work,
      side: asked.side - errors.side,
      compaction: asked.compaction - errors.compaction,
      'sub-agent': asked['sub-agent'] - errors['sub-agent'],
    };
  }

  get #prices() {
    return this.#account?.run.prices ?? [];
  }

  /** Notes a request that was refused because its provider was to reach out by itself. */
  noteOutreach(fault: RequestFault): void {
    this.#outreaches.add(fault, this.#monotonicMs() - this.#openedMs);
  }

  get outreaches(): readonly EgressEvent[] {
    return this.#outreaches.events;
  }

  /** Notes a question of Assay's own that has ended. */
  noteCheck(call: ModelCall): void {
    this.#checks.push(call);
  }

  /** Counts the calls that ended since it was last called: an attempt may have thousands. */
  #countCalls() {
    this.work.catchUp();
    const { calls, errors, used } = this.#counted;
    const modelCalls = this.meter.calls.slice(calls);
    this.#counted = {
      calls: calls + modelCalls.length,
      errors: modelCalls
        .filter((call) => !isAnswered(call))
        .reduce((sum, { label = null }) => oneMore(sum, label), errors),
      used: addUsed(used, usedBy({ modelCalls, seconds: 0 }, this.#prices)),
    };
    return this.#counted;
  }

  spent(): Spending {
    this.work.catchUp();
    const checkCalls = this.#checks.length === 0 ? {} : { checkCalls: [...this.#checks] };
    return { modelCalls: [...this.meter.calls], ...checkCalls, seconds: this.#seconds() };
  }

  #seconds(): number {
    if (this.#startMs === null) return 0;
    const endMs = this.#endMs ?? this.#monotonicMs();
    // A wait that is not credited yet must not use up the run's budget.
    return Math.max(0, endMs - this.#startMs - this.offClockMs() - this.undecidedMs()) / 1000;
  }

  /** Milliseconds since the trial's first request. */
  sinceStartMs(): number {
    this.#startMs ??= this.#monotonicMs();
    return this.#monotonicMs() - this.#startMs;
  }

  /** Aborted if an agent goes on without the answers for which no budget is left. */
  get overBudget(): AbortSignal {
    return this.#overBudget.signal;
  }

  /** Aborted once the trial, or this turn of its agent, is over. */
  get closed(): AbortSignal {
    return this.#turn.signal;
  }

  /** Ends the trial. Requests that are still open count as left. */
  close(): void {
    this.#endMs ??= this.#monotonicMs();
    this.#endTurn('the trial is over');
  }

  /** From now on, what is done in the sandbox while the trial waits is its agent's own time. */
  takeWorkOff(read: ReadWork): void {
    // No provider is waited for in a replay, where a reading takes longer than the search for an answer.
    if (this.upstream.isReplay !== true) this.#waits.takeOff(read);
  }

  /** Call this once the trial is closed, while its sandbox can still be read. */
  async settleClock(): Promise<void> {
    await this.#waits.end();
  }

  /**
   * Does the harness's work between two turns of the agent, which is nobody's time. Requests that are still open count as left, and
   * nothing is answered meanwhile.
   */
  async betweenTurns<T>(work: () => Promise<T>): Promise<T> {
    this.#endTurn("the agent's turn is over");
    const between = this.#betweenTurns;
    between.fromMs = this.#monotonicMs();
    try {
      return await work();
    } finally {
      between.totalMs += this.#monotonicMs() - between.fromMs;
      between.fromMs = null;
      if (this.#endMs === null) this.#turn = new AbortController();
    }
  }

  #endTurn(reason: string): void {
    this.#turn.abort(new Error(reason));
    const unanswered = [...this.#unanswered];
    this.#unanswered.clear();
    for (const leftAlone of unanswered) leftAlone();
    this.tools.end();
  }

  /** The time to subtract from a clock around the agent; below zero where a replay saved the model's time. */
  offClockMs(): number {
    return this.#waits.offClockMs() + this.#betweenTurnsMs() - unionOfSpans(this.replayed);
  }

  #betweenTurnsMs(): number {
    const { totalMs, fromMs } = this.#betweenTurns;
    return totalMs + (fromMs === null ? 0 : this.#monotonicMs() - fromMs);
  }

  undecidedMs(): number {
    return this.#waits.undecidedMs();
  }

  async wire(): Promise<Recorded> {
    this.work.catchUp();
    return await this.recorder.end();
  }

  async wireSoFar(): Promise<Uint8Array> {
    this.work.catchUp();
    return await this.recorder.soFar();
  }

  /** The answers that later requests may refer to. */
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
      hasBegun: this.#opening !== null || this.#hasAskedOthers,
      upstreamErrors: [...this.#upstreamErrors],
      divergence: this.#divergence,
    };
  }

  /**
   * Requests that were open at the same time may together use more than was left,
   * and none of them is refused for it.
   */
  #exceeded(): ReachedBudget | null {
    return exceededBudget('trial', this.#budget, this.#usedOfLimits());
  }
}

/** The number of an admitted request, and what it is for. */
type Admission = { index: number; label: SideLabel | null };

function oneMore(counts: RequestsByLabel, label: SideLabel | null): RequestsByLabel {
  const kind = label ?? 'work';
  return { ...counts, [kind]: counts[kind] + 1 };
}
