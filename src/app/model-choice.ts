import type { Agent } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import type { AgentSetup, PlannedTrial } from '../contracts/plan.ts';
import { SCRIPTED_MODEL, scriptedUpstream } from '../gateway/scripted-upstream.ts';
import type { Upstream } from '../gateway/upstream.ts';
import type { TrialSubject } from '../runner/trial-subject.ts';

/** How the plan names who does the work. */
export function agentSetup(agent: Agent, model: string): AgentSetup {
  if (model !== SCRIPTED_MODEL) {
    const message = `Unknown model "${model}". There is: ${SCRIPTED_MODEL} (answers come from each task's script.yaml).`;
    throw new AssayError('MODEL_UNKNOWN', message);
  }
  return { agent: agent.id, agentVersion: agent.version, model, simulated: true };
}

export function upstreamFor({ arm, kind, subject: id }: PlannedTrial, { script }: TrialSubject): Upstream {
  if (script !== null) return scriptedUpstream(script, arm);
  const message = `The scripted model has nothing to say for ${kind} "${id}": it has no script.yaml.`;
  throw new AssayError('INPUT_INVALID', message);
}
