import type { Agent } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import type { AgentSetup, PlannedTrial } from '../contracts/plan.ts';
import { liveUpstream } from '../gateway/live/live-upstream.ts';
import { type AccessOptions, missingAccess, readAccess } from '../gateway/live/provider-access.ts';
import { SCRIPTED_MODEL, scriptedUpstream } from '../gateway/scripted-upstream.ts';
import type { Upstream } from '../gateway/upstream.ts';
import type { TrialSubject } from '../runner/trial-subject.ts';

/** How the plan names who does the work. */
export function agentSetup(agent: Agent, model: string): AgentSetup {
  return { agent: agent.id, agentVersion: agent.version, model, simulated: model === SCRIPTED_MODEL };
}

export type UpstreamFor = (trial: PlannedTrial, subject: TrialSubject) => Upstream;

/** Where a run's answers come from: the script of each trial's subject, or one line to the providers for them all. */
export function chooseUpstream(setup: AgentSetup, { provider }: Agent, access: AccessOptions): UpstreamFor {
  if (setup.simulated) return scriptedFor;
  if (readAccess(provider, access) === null) throw missingAccess(provider, setup.model);
  const upstream = liveUpstream({ accessTo: (provider) => readAccess(provider, access) });
  return () => upstream;
}

function scriptedFor({ arm, kind, subject: id }: PlannedTrial, { script }: TrialSubject): Upstream {
  if (script !== null) return scriptedUpstream(script, arm);
  const message = `The scripted model has nothing to say for ${kind} "${id}": it has no script.yaml.`;
  throw new AssayError('INPUT_INVALID', message);
}
