import type { AgentOutcome } from '../agents/agent.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { GatewaySession } from '../gateway/gateway.ts';
import type { RunContext } from './run-context.ts';

/** Why a failure of the provider is the attempt's, as the beginning of a sentence. */
export type Blame = string;

const OTHERS_ANSWERED = 'The provider answers other requests, but fails at this conversation';
const ANSWERS_AGAIN = 'The provider answers again, now that the agent program is gone';

/** Providers count requests and tokens by the minute. */
const LOAD_PASSES_MS = 65_000;

/** Longer than the longest wait that a provider may ask for. */
const CONTROL_MS = 600_000;

type Attempted = { trial: PlannedTrial; session: GatewaySession };

/**
 * Tells why a provider at which the attempt failed is not to blame; `null` if it is. For the baseline this is not asked: a failure
 * would count in the skill's favour.
 */
export async function blameFor(
  { end }: AgentOutcome,
  { trial, session }: Attempted,
  { agent, clock }: Pick<RunContext, 'agent' | 'clock'>,
  signal: AbortSignal,
): Promise<Blame | null> {
  const isStopped = end === 'crashed' || end === 'rejected';
  const isAsked = isStopped && trial.arm === 'with-skill' && session.report().upstreamErrors.length > 0;
  if (!isAsked) return null;
  if (agent.kind === 'program') return (await isUp(session, clock, signal)) ? ANSWERS_AGAIN : null;
  // An answer that never ends is none: it may take as long as the agent might have.
  const limit = AbortSignal.timeout(1000 * trial.limits.maxSeconds);
  return (await session.failsAlone(AbortSignal.any([signal, limit]))) ? OTHERS_ANSWERED : null;
}

/**
 * Whatever runs beside an agent program can ask for its model until a rate limit applies, and then end the program. So the
 * provider is to blame only if it fails at a request of our own too, once that load has passed. An agent program asks
 * many times itself before it gives up: if the provider really was down, it most likely still is.
 */
async function isUp(
  session: GatewaySession,
  clock: RunContext['clock'],
  signal: AbortSignal,
): Promise<boolean> {
  const answers = () => session.answersAgain(AbortSignal.any([signal, AbortSignal.timeout(CONTROL_MS)]));
  if (await answers()) return true;
  await clock.sleep(LOAD_PASSES_MS, signal);
  return await answers();
}
