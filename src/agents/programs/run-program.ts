import type { Agent, AgentAssignment, AgentOutcome, ProgramAgent } from '../agent.ts';

/** Effectively unlimited: the trial's limit comes by the signal and excludes waits for a provider. */
const LONGEST_SECONDS = 7200;

/** The work of an agent program in its sandbox. What it prints says why it crashed, and counts for nothing else. */
export function runProgram({ command }: Pick<ProgramAgent, 'command'>): Agent['run'] {
  return async (assignment, signal) => {
    try {
      return await attend(command(assignment), assignment, signal);
    } catch (error) {
      if (signal.aborted) return { end: 'timeout' };
      return { end: 'crashed', error };
    }
  };
}

async function attend(
  command: string,
  { sandbox }: AgentAssignment,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const request = { command, seconds: LONGEST_SECONDS, maxOutputBytes: 1024 * 1024 };
  const { exitCode, stdout, stderr } = await sandbox.run(request, signal);
  if (exitCode === 0) return { end: 'finished' };
  const error = new Error(`It ended with exit code ${exitCode}: ${(stderr + stdout).slice(-1000)}`);
  return { end: 'crashed', error };
}
