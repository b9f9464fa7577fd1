import { type AgentSettings, USUAL_SETTINGS } from '../../contracts/agent-settings.ts';
import type { Agent, AgentAssignment, AgentOutcome, ProgramAgent } from '../agent.ts';

type Program = Pick<ProgramAgent, 'version' | 'skillsDir' | 'command' | 'resume' | 'exitCodeOnceFull'>;

/** Effectively unlimited: the trial's limit comes by the signal and excludes waits for a provider. */
const LONGEST_SECONDS = 7200;

/** The events of some hundred requests with long outputs. */
const MOST_PRINTED_BYTES = 8 * 1024 * 1024;

/** The work of an agent program in its sandbox. What it prints says why it crashed, and is compared with the wire. */
export function runProgram(
  { version, skillsDir, command, resume, exitCodeOnceFull }: Program,
  settings: AgentSettings = USUAL_SETTINGS,
): Agent['run'] {
  return async (given, signal) => {
    const assignment = { ...given, version, skillsDir, settings };
    const mayGoOn = (outcome: AgentOutcome) =>
      outcome.end === 'finished' || (outcome.end === 'crashed' && isKnown(outcome, exitCodeOnceFull));
    /** A start that failed, after which the user may still have been asked. */
    let failed: AgentOutcome | null = null;
    try {
      let last = await attend(command(assignment), assignment, signal);
      while (resume !== undefined && mayGoOn(last)) {
        if (last.end === 'crashed') failed ??= last;
        const said = (await assignment.user?.next()) ?? null;
        if (said === null) break;
        last = await attend(resume({ ...assignment, prompt: said }), assignment, signal);
      }
      return last.end === 'finished' ? (failed ?? last) : last;
    } catch (error) {
      if (signal.aborted) return { end: 'timeout' };
      return failed ?? { end: 'crashed', error };
    }
  };
}

/** Whether the traffic decides what this exit code means. */
function isKnown({ exitCode }: AgentOutcome & { end: 'crashed' }, known: number | undefined): boolean {
  return known !== undefined && exitCode === known;
}

async function attend(
  command: string,
  { sandbox, starts }: AgentAssignment,
  signal: AbortSignal,
): Promise<AgentOutcome> {
  const request = {
    ...{ command, isProgram: true },
    ...{ seconds: LONGEST_SECONDS, maxOutputBytes: MOST_PRINTED_BYTES },
  };
  const ended = starts?.();
  const { exitCode, stdout, stderr, isTruncated } = await sandbox.run(request, signal);
  ended?.({ text: stdout, isWhole: !isTruncated });
  if (exitCode === 0) return { end: 'finished' };
  const error = new Error(`It ended with exit code ${exitCode}: ${(stderr + stdout).slice(-1000)}`);
  return { end: 'crashed', error, ...(exitCode === null ? {} : { exitCode }) };
}
