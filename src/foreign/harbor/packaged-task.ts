import type { Files } from '../foreign-format.ts';
import type {
  AgentConfig,
  EnvironmentConfig,
  StepConfig,
  TaskConfig,
  VerifierConfig,
} from './task-config.ts';

/** A task as Harbor and BenchFlow package it, however its folders are called. */
export type PackagedTask = {
  /** Its folder, as a name for people; empty if it is the folder that was imported. */
  name: string;
  /** Where it lies in what was imported: empty, or ending with a slash. */
  folder: string;
  /** The file that describes it. */
  file: string;
  config: TaskConfig;
  /** Line and column of a key in that file. */
  placeOf: (path: readonly PropertyKey[]) => string;
  /** What is asked at the beginning. */
  prompt: string;
  /** Those of a task with several steps, the first one included. */
  steps: readonly PackagedStep[];
  environment: Files;
  verifier: PackagedVerifier;
  solution: Files;
  /** The names of its folders in the sandbox that another one takes the place of. */
  places: Readonly<Record<string, string>>;
};

/** `workdir` are the files that arrive before it. */
export type PackagedStep = { name: string; prompt: string; workdir: Files; solution: Files };

type PackagedVerifier = {
  /** The folder that it lies in, for messages. */
  folder: string;
  files: Files;
  config: VerifierConfig | null;
};

export const TEST = 'test.sh';

export function environmentOf({ environment, sandbox }: TaskConfig): Partial<EnvironmentConfig> {
  return environment ?? sandbox ?? {};
}

/** The time for the agent: that of all steps together, if there are any. */
export function agentOf({ agent, steps }: TaskConfig): Partial<AgentConfig> {
  const own = agent ?? {};
  const times = (steps ?? []).map((step: StepConfig) => step.agent?.timeout_sec ?? own.timeout_sec ?? null);
  if (times.length === 0 || times.includes(null)) return own;
  return { ...own, timeout_sec: times.reduce<number>((sum, one) => sum + (one ?? 0), 0) };
}
