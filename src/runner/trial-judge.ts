import type { AgentDescription } from '../agents/agent.ts';
import { conversationWith } from '../agents/agents.ts';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { describeBudget, type ReachedBudget } from '../contracts/budget.ts';
import type { Arm } from '../contracts/identifiers.ts';
import type { JudgeSetup } from '../contracts/judging.ts';
import type { ModelCall } from '../contracts/model-call.ts';
import type { Gateway, GatewaySession } from '../gateway/gateway.ts';
import type { SessionAccount } from '../gateway/session/run-account.ts';
import type { Upstream } from '../gateway/upstreams/upstream.ts';
import type { Judge, Question, Said } from '../graders/grader.ts';

/** The model that judges a trial, and where its answers come from. */
export type JudgeHandles = { setup: JudgeSetup; upstream: Upstream };

type Options = JudgeHandles &
  Pick<Judge, 'seed' | 'hidden'> & {
    gateway: Gateway;
    account: SessionAccount;
    arm: Arm;
    agent: AgentDescription;
  };

/** A slower answer is none. */
const ANSWER_MS = 10 * 60_000;

/** It holds nothing of the work: a provider that does not answer it either fails at more than the work. */
const CONTROL: Question = { system: 'Answer with one word.', text: 'Answer with the word "ready".' };

/**
 * The judge of one trial, with a session of its own: nothing that runs in the sandbox has its token, and what it uses is
 * not the agent's.
 */
export class TrialJudge implements Judge, Disposable {
  readonly kind = 'judge';
  readonly setup: JudgeSetup;
  readonly seed: string;
  readonly hidden: Judge['hidden'];
  readonly #session: GatewaySession;
  readonly #arm: Arm;
  readonly #agent: AgentDescription;
  #hasAnswered = false;

  constructor({ gateway, upstream, account, setup, seed, hidden, arm, agent }: Options) {
    this.setup = setup;
    this.seed = seed;
    this.hidden = hidden;
    this.#arm = arm;
    this.#agent = agent;
    const own = { provider: setup.provider, model: setup.model };
    this.#session = gateway.openSession({ upstream, own, account, maxTokens: null });
  }

  /** The budget of the run that left no room for a verdict, or `null`. */
  get budgetReached(): ReachedBudget | null {
    return this.#session.report().budgetReached;
  }

  get calls(): ModelCall[] {
    return [...this.#session.report().calls];
  }

  async ask(question: Question, signal: AbortSignal): Promise<Said> {
    const answer = await this.#say(question, signal);
    if (answer.kind === 'said') return answer;
    const { budgetReached, divergence } = this.#session.report();
    if (budgetReached !== null)
      return nothing(`${describeBudget(budgetReached)} is used up`, { isFinal: true });
    if (divergence !== null) throw this.#divergedAt(divergence);
    if (answer.kind === 'failed') await this.#requireBlame(answer, signal);
    return nothing(answer.why);
  }

  async #say({ system, text }: Question, signal: AbortSignal): Promise<Said | Failed | Unsaid> {
    const { token, fetch } = this.#session;
    const { model, provider } = this.setup;
    const open = await conversationWith(provider, this.#agent);
    const conversation = open({ model, system, tools: [], token, fetch });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      const turn = await conversation.say(text, limit);
      if (turn.kind === 'turned-down')
        return turn.ending === 'rejected'
          ? { kind: 'failed', how: 'rejected', why: `the provider rejects the question: ${turn.message}` }
          : { kind: 'unsaid', why: `the provider turns the question down: ${turn.message}` };
      this.#hasAnswered = true;
      if (turn.ending === 'whole') return { kind: 'said', text: turn.text, usage: turn.usage };
      return { kind: 'unsaid', why: ENDINGS[turn.ending] };
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) return { kind: 'failed', how: 'too-slow', why: 'the answer takes too long' };
      return { kind: 'failed', how: 'broken', why: messageOf(error), error };
    }
  }

  /**
   * Fails unless the work is to blame: then the provider answers a question without it. Of a baseline, an outage is never
   * the work's, because a failure would count in the skill's favour.
   */
  async #requireBlame({ how, why, error }: Failed, signal: AbortSignal): Promise<void> {
    const isAsked = how === 'rejected' || this.#arm === 'with-skill';
    if (isAsked && (await this.#isToBlame(how, signal))) return;
    const [upstreamError = why] = this.#session.report().upstreamErrors.slice(-1);
    throw new AssayError('UPSTREAM_FAILED', `The judge gave no answer: ${upstreamError}`, { cause: error });
  }

  async #isToBlame(how: Failed['how'], signal: AbortSignal): Promise<boolean> {
    if (!this.#hasAnswered && (await this.#say(CONTROL, signal)).kind === 'failed') return false;
    if (how !== 'broken') return true;
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) };
    const control = await this.#session.askControl(options);
    if (control !== 'answered') return control !== 'failed';
    return (await this.#session.askLastAgain(options)) !== 'answered';
  }

  /** A workload may have made its work differ from the recorded one, but not a baseline's in its own favour. */
  #divergedAt(divergence: string): AssayError {
    const code = this.#arm === 'with-skill' ? 'REPLAY_DIVERGED' : 'UPSTREAM_FAILED';
    return new AssayError(code, `The judge is asked about other work than in the recording: ${divergence}`);
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]();
  }
}

/** The question was turned down or answered in a way that says nothing, which the work may have brought about. */
type Unsaid = { kind: 'unsaid'; why: string };
type Failed = { kind: 'failed'; how: 'rejected' | 'too-slow' | 'broken'; why: string; error?: unknown };

const ENDINGS = {
  cut: 'the answer was cut at the limit of the provider',
  refused: 'the judge refused to answer',
  malformed: 'the judge called a tool, and there is none',
  'context-limit': 'the question is longer than the judge can read',
} as const;

function nothing(why: string, { isFinal = false } = {}): Said {
  return { kind: 'nothing', why, isFinal };
}
