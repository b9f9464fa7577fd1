import type { ReachedBudget, RunBudget } from '../../contracts/budget.ts';
import type { Spending } from '../../contracts/model-call.ts';
import type { ModelPrice } from '../../contracts/prices.ts';
import { addUsed, NOTHING_USED, reachedBudget, type Used, usedBy } from '../../scoring/budget.ts';

export type RunTerms = { budget: RunBudget; prices: readonly ModelPrice[] };

/** What the trials of a run have used together, including those still under way. */
export class RunAccount {
  readonly prices: readonly ModelPrice[];
  readonly isInUsd: boolean;
  readonly #budget: RunBudget;
  readonly #open = new Set<TrialAccount>();
  #settled = NOTHING_USED;

  constructor({ budget, prices }: RunTerms, before: readonly Spending[] = []) {
    this.prices = prices;
    this.isInUsd = budget.maxUsd !== null;
    this.#budget = budget;
    for (const spent of before) this.#add(spent);
  }

  reached(): ReachedBudget | null {
    const open = [...this.#open].map((trial) => trial.used());
    return reachedBudget('run', this.#budget, open.reduce(addUsed, this.#settled));
  }

  open(): TrialAccount {
    const trial = new TrialAccount(this);
    this.#open.add(trial);
    return trial;
  }

  /** Replaces what a trial seemed to use while it was under way by what its record says. */
  settle(trial: TrialAccount, spent: Spending): void {
    this.#open.delete(trial);
    this.#add(spent);
  }

  #add(spent: Spending): void {
    this.#settled = addUsed(this.#settled, usedBy(spent, this.prices));
  }
}

/** What a session knows of the account that it is charged to. */
export type SessionAccount = { readonly run: RunAccount; follow(session: Followed): void };

type Followed = { used(): Used; spent(): Spending };

/** One attempt at a trial and what it has used, whatever becomes of it. */
export class TrialAccount implements SessionAccount {
  readonly run: RunAccount;
  #session: Followed | null = null;
  #judge: Followed | null = null;

  constructor(run: RunAccount) {
    this.run = run;
  }

  follow(session: Followed): void {
    this.#session = session;
  }

  /** The account of the session that judges the trial: the run pays for it, and the agent does not. */
  forJudge(): SessionAccount {
    return {
      run: this.run,
      follow: (session) => {
        this.#judge = session;
      },
    };
  }

  used(): Used {
    const judge = this.#judge?.used() ?? NOTHING_USED;
    return addUsed(this.#session?.used() ?? NOTHING_USED, { ...judge, seconds: 0 });
  }

  spent(): Spending {
    const own = this.#session?.spent() ?? { modelCalls: [], seconds: 0 };
    return this.#judge === null ? own : { ...own, judgeCalls: this.#judge.spent().modelCalls };
  }
}
