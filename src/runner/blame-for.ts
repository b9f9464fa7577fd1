import type { PlannedTrial } from '../contracts/plan.ts';
import type { Control, GatewaySession } from '../gateway/gateway.ts';
import type { RunContext } from './run-context.ts';
import { startsSkill } from './tool-server.ts';
import type { TrialSetup } from './trial-setup.ts';

/** Why a failure of the provider is the attempt's, as the beginning of a sentence. */
export type Blame = string;

const OTHERS_ANSWERED = 'The provider answers other requests, but fails at this conversation';
const ANSWERS_AGAIN = 'The provider answers again, now that the agent program is gone';

const TURNED_AWAY = 'The provider turns away every request now, which the trials of a run can bring about';

const UNRECORDED = 'The recording shows no outage of the provider';

/** Providers count requests and tokens by the minute. */
const LOAD_PASSES_MS = 65_000;

type AskControl = Parameters<GatewaySession['askControl']>[0];

type Attempted = { trial: PlannedTrial; session: GatewaySession; setup: Pick<TrialSetup, 'servers'> };

/**
 * Tells why a provider at which the attempt failed is not to blame; `null` if it is. For the baseline this is not asked: a failure
 * would count in the skill's favour.
 */
export async function blameFor(
  { trial, session, setup }: Attempted,
  { agent, clock }: Pick<RunContext, 'agent' | 'clock'>,
  signal: AbortSignal,
): Promise<Blame | null> {
  const { upstreamErrors, hasBegun } = session.report();
  if (trial.arm === 'baseline' || upstreamErrors.length === 0) return null;
  if (!hasBegun && !mayRunFirst(agent, setup)) return null;
  if (agent.kind === 'program') return await blameForProgram(session, clock, signal);
  // An answer that never ends is none: it may take as long as the agent might have.
  return await blameForConversation(session, clock, { signal, answerMs: 1000 * trial.limits.maxSeconds });
}

/**
 * Whether something may have run in the sandbox before the model began to answer, with the trial's token. The programs of the
 * registry start nothing of a skill by themselves, but for the servers that a suite starts from it; of a program that the user
 * names, nobody knows. Where the API agents work, there is no token in the sandbox.
 */
export function mayRunFirst(
  { kind, image }: Pick<RunContext['agent'], 'kind' | 'image'>,
  { servers }: Pick<TrialSetup, 'servers'>,
): boolean {
  return kind === 'program' && (image === null || servers.some(startsSkill));
}

/**
 * Whatever runs beside an agent program can ask for its model until a limit applies, and then end the program. So the
 * provider is to blame only if it fails at a request of our own too, once that load has passed. An agent program asks
 * many times itself before it gives up: if the provider really was down, it most likely still is.
 */
async function blameForProgram(
  session: GatewaySession,
  clock: RunContext['clock'],
  signal: AbortSignal,
): Promise<Blame | null> {
  let control = await session.askControl({ signal });
  if (control === 'turned-away' || control === 'failed')
    control = await askAfterLoad(session, clock, { signal });
  return BLAMES[control];
}

const BLAMES = {
  answered: ANSWERS_AGAIN,
  'turned-away': TURNED_AWAY,
  unrecorded: UNRECORDED,
  failed: null,
} as const satisfies Record<Control, Blame | null>;

/** Nothing but the agent itself has asked, but what it was told decides how much. */
async function blameForConversation(
  session: GatewaySession,
  clock: RunContext['clock'],
  options: AskControl,
): Promise<Blame | null> {
  let control = await session.askControl(options);
  if (control === 'turned-away') control = await askAfterLoad(session, clock, options);
  if (control !== 'answered') return BLAMES[control];
  return (await session.askLastAgain(options)) === 'answered' ? null : OTHERS_ANSWERED;
}

async function askAfterLoad(
  session: GatewaySession,
  clock: RunContext['clock'],
  options: AskControl,
): Promise<Control> {
  await clock.sleep(LOAD_PASSES_MS, options.signal);
  return await session.askControl(options);
}
