import type { AgentEnd } from '../contracts/evidence.ts';
import type { ProviderId } from '../contracts/providers.ts';
import type { TranscriptEvent } from '../contracts/transcript.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** A skill as an agent finds it in its sandbox. The body is given only when the agent asks for it. */
export type VisibleSkill = { name: string; description: string; root: string };

export type AgentAssignment = {
  prompt: string;
  model: string;
  skills: readonly VisibleSkill[];
  sandbox: Sandbox;
  /** The trial's access to models: its token and the handler that accepts it. */
  gateway: { token: string; fetch: (request: Request) => Promise<Response> };
  /**
   * Called with what an agent knows about its own conversation. The evidence is the
   * traffic: a run does not use this.
   */
  heard?: (event: HeardEvent) => void;
};

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;
export type HeardEvent = WithoutTime<TranscriptEvent>;

/** How an agent's work ended, which is all that it reports. */
export type AgentOutcome = { end: Exclude<AgentEnd, 'crashed'> } | { end: 'crashed'; error: unknown };

/** A program that turns a prompt into work in a sandbox. */
export interface Agent {
  readonly id: string;
  readonly version: string;
  /** The provider whose API it speaks. */
  readonly provider: ProviderId;
  /** The folder in which this agent looks for skills. */
  readonly skillsDir: string;
  /**
   * What it tells its model in every trial anyway: these texts are no sign of a skill that contains them too.
   */
  readonly ownTexts: readonly string[];
  /** The signal is the time limit: if it is aborted, the outcome is `timeout`. */
  run(assignment: AgentAssignment, signal: AbortSignal): Promise<AgentOutcome>;
}
