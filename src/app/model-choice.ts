import type { AgentDescription } from '../agents/agent.ts';
import { scriptFor } from '../agents/programs/script-for.ts';
import { AssayError } from '../base/assay-error.ts';
import type { AgentSetup, PlannedTrial, RunPlan } from '../contracts/plan.ts';
import { ProviderId } from '../contracts/providers.ts';
import type { CassetteDeck } from '../gateway/upstreams/cassette/cassette-deck.ts';
import { liveUpstream } from '../gateway/upstreams/live/live-upstream.ts';
import { type AccessOptions, missingAccess, readAccess } from '../gateway/upstreams/live/provider-access.ts';
import { SCRIPTED_MODEL, scriptedUpstream } from '../gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../gateway/upstreams/upstream.ts';
import { systemClock } from '../runner/clock.ts';
import type { TrialSubject } from '../runner/trial-subject.ts';

/** Identifies in the plan the agent and model that do the work. */
export function agentSetup(
  { id, version, image }: AgentDescription,
  model: string,
  chosen: Pick<AgentSetup, 'command' | 'settings'> = {},
): AgentSetup {
  const isOther = image !== null && image.testedVersion !== version;
  return {
    agent: id,
    agentVersion: version,
    ...(isOther ? { testedVersion: image.testedVersion } : {}),
    model,
    simulated: model === SCRIPTED_MODEL,
    ...chosen,
  };
}

export type UpstreamFor = (trial: PlannedTrial, subject: TrialSubject) => Upstream;

/** The parts of a plan, and the access, that all upstreams of a run share. */
export type Sources = Pick<RunPlan, 'cassettes' | 'seed'> & { access: AccessOptions; deck: CassetteDeck };

type Choice = Sources & Pick<RunPlan, 'setup'> & { agent: AgentDescription };

/**
 * Chooses where answers come from: a recording, a script for each subject, or one shared connection to the
 * providers.
 */
export function chooseUpstream({ setup, agent, ...sources }: Choice): UpstreamFor {
  const { cassettes, deck, access } = sources;
  if (cassettes?.mode === 'replay') return ({ id }) => deck.replaying(cassettes.folder, id);
  const answering = setup.simulated
    ? scriptedBy(agent)
    : liveFor({ provider: agent.provider, model: setup.model }, access);
  return recorded(answering, sources, ({ id }) => id);
}

/** `nameOf` gives the name of a trial's cassette. */
export function recorded(
  answering: UpstreamFor,
  { cassettes, seed, access, deck }: Sources,
  nameOf: (trial: PlannedTrial) => string,
): UpstreamFor {
  if (cassettes === null) return answering;
  const { monotonicMs } = systemClock;
  const hide = hidingKeysOf(access);
  const { folder } = cassettes;
  return (trial, subject) =>
    deck.recording(answering(trial, subject), { folder, trial: nameOf(trial), seed, hide, monotonicMs });
}

export function liveFor(
  { provider, model }: { provider: ProviderId; model: string },
  access: AccessOptions,
): UpstreamFor {
  if (readAccess(provider, access) === null) throw missingAccess(provider, model);
  const upstream = liveUpstream({ accessTo: (asked) => readAccess(asked, access) });
  return () => upstream;
}

function scriptedBy(agent: AgentDescription): UpstreamFor {
  return ({ arm, kind, subject: id }, { script }) => {
    if (script !== null) return scriptedUpstream(scriptFor(script, agent), arm);
    const message = `The scripted model has nothing to say for ${kind} "${id}": it has no script.yaml. Write one, or name a real model with --model.`;
    throw new AssayError('INPUT_INVALID', message);
  };
}

/** A provider's text should contain no key; recorded text cannot, because keys are hidden in it. */
function hidingKeysOf(access: AccessOptions): (text: string) => string {
  const keys = ProviderId.options.flatMap((provider) => readAccess(provider, access)?.key ?? []);
  return (text) => keys.reduce((hidden, key) => key.hideIn(hidden), text);
}
