import type { Agent } from '../agents/agent.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { GradingContext } from '../graders/grader.ts';
import type { SandboxEngine, Witness } from '../sandbox/sandbox.ts';
import type { Clock } from './clock.ts';
import type { StandstillWatch } from './standstill.ts';
import type { TrafficReader } from './traffic-reader.ts';
import type { TrialGrader } from './trial-grader.ts';

/** What all trials of a run share. */
export type RunContext = {
  engine: SandboxEngine;
  gateway: Gateway;
  agent: Agent;
  model: string;
  clock: Clock;
  standstills: StandstillWatch;
  traffic: Pick<TrafficReader, 'read' | 'pack' | 'account'>;
  contents: GradingContext['contents'];
  grades: Pick<TrialGrader, 'grade'>;
  /** Stores content that is too large for a record, addressed by its digest. */
  keep: (content: Uint8Array) => Promise<Sha256>;
};

/** What a trial has besides, while its run goes on. */
export type TrialContext = RunContext & { witness: Witness };
