import type { SkillSighting } from '../contracts/evidence.ts';
import type { ModelCall, TokenUsage } from '../contracts/model-call.ts';
import { type Budget, exhausted } from './budget.ts';
import { SkillWatch, type WatchedSkill } from './skill-watch.ts';
import type { Upstream } from './upstream.ts';
import { UsageMeter } from './usage-meter.ts';
import { Waiting } from './waiting.ts';

export type SessionOptions = Budget & { upstream: Upstream; skill: WatchedSkill };

export type SessionReport = {
  usage: TokenUsage;
  /** Model requests that were answered. */
  requests: number;
  calls: readonly ModelCall[];
  sightings: readonly SkillSighting[];
  budgetReached: boolean;
  /** Faults of the upstream, which are never the agent's. */
  upstreamErrors: readonly string[];
};

/** What the gateway knows of one trial. */
export class TrialSession {
  readonly upstream: Upstream;
  readonly meter = new UsageMeter();
  readonly watch: SkillWatch;
  readonly waiting: Waiting;
  readonly upstreamErrors: string[] = [];
  readonly #budget: Budget;
  readonly #monotonicMs: () => number;
  readonly #startMs: number;
  #forwarded = 0;
  #budgetReached = false;

  constructor({ upstream, skill, ...budget }: SessionOptions, monotonicMs: () => number) {
    this.upstream = upstream;
    this.watch = new SkillWatch(skill);
    this.waiting = new Waiting(monotonicMs);
    this.#budget = budget;
    this.#monotonicMs = monotonicMs;
    this.#startMs = monotonicMs();
  }

  /** The number of a request that may go on, or why it may not. */
  admit(): { index: number } | { refused: string } {
    const refused = exhausted(this.#budget, {
      tokens: this.meter.totalTokens,
      requests: this.#forwarded,
      seconds: (this.#monotonicMs() - this.#startMs - this.waiting.totalMs) / 1000,
    });
    if (refused === null) return { index: this.#forwarded++ };
    this.#budgetReached = true;
    return { refused };
  }

  report(): SessionReport {
    return {
      usage: this.meter.usage,
      requests: this.meter.answers,
      calls: [...this.meter.calls],
      sightings: [...this.watch.sightings],
      budgetReached: this.#budgetReached,
      upstreamErrors: [...this.upstreamErrors],
    };
  }
}
