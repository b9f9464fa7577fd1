import type { SkillSighting } from '../../contracts/evidence.ts';
import type { ScriptedTurn } from '../../contracts/script.ts';
import type { Agent, AgentAssignment, AgentOutcome } from '../agent.ts';

type ToolCall = ScriptedTurn['call'][number];

/** The package that brings a program's binary, by the architecture of the engine. */
export type Packages = Record<'amd64' | 'arm64', { spec: string; integrity: string }>;

/** Where an image has the package of its program. */
export const PACKAGE = '/opt/agent/package';

/** No limit of its own: the trial's comes by the signal, and leaves out what was waited for a provider. */
const LONGEST_MS = 7_200_000;

/** A vendor's own agent, which runs in the sandbox and reaches its model through the pipe. */
export type Program = {
  agent: Agent;
  packages: Packages;
  wire: string;
  /** What the bundled scripts call `bash` and `skill`. */
  tools: { bash: (command: string) => ToolCall; skill: (name: string) => ToolCall };
  /** How it shows that a skill is used, whatever the task. */
  sightings: readonly SkillSighting['kind'][];
};

type Described = Pick<Agent, 'id' | 'version' | 'provider' | 'skillsDir'> & {
  command: (assignment: AgentAssignment) => string;
};

export function programAgent({ command, ...described }: Described): Agent {
  return {
    ...described,
    ownTexts: [],
    async run(assignment, signal) {
      try {
        return await attend(command(assignment), assignment, signal);
      } catch (error) {
        if (signal.aborted) return { end: 'timeout', events: [] };
        return { end: 'crashed', error };
      }
    },
  };
}

async function attend(
  command: string,
  { sandbox }: AgentAssignment,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const request = { command, timeoutMs: LONGEST_MS, maxOutputBytes: 1024 * 1024 };
  const { exitCode, stdout, stderr } = await sandbox.run(request, signal);
  if (exitCode === 0) return { end: 'finished' };
  const error = new Error(`It ended with exit code ${exitCode}: ${(stderr + stdout).slice(-1000)}`);
  return { end: 'crashed', error };
}
