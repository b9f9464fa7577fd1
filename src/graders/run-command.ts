import type { CommandResult, Sandbox } from '../sandbox/sandbox.ts';
import { whyBroken } from './broken-grader.ts';
import type { Judgement } from './grader.ts';

const MAX_OUTPUT_BYTES = 8 * 1024;

/** A command of the suite's, which runs in a grading sandbox. */
export type GradingCommand = { command: string; timeoutSeconds: number };

/** Runs a command of the suite's. `setup` is put before it, and prints nothing. */
export async function runCommand(
  { command, timeoutSeconds: seconds }: GradingCommand,
  { sandbox, signal, setup = '' }: { sandbox: Sandbox; signal: AbortSignal; setup?: string },
): Promise<CommandResult> {
  return await sandbox.run(
    { command: `${setup}${command}`, seconds, maxOutputBytes: MAX_OUTPUT_BYTES },
    signal,
  );
}

export function outOfTime({ timeoutSeconds }: GradingCommand): Judgement {
  return {
    ...{ passed: false, detail: `did not end within ${timeoutSeconds} s`, difference: null },
    ...{ whyBroken: () => 'it does not end by itself', isNoVerdict: true },
  };
}

/** The exit code of a command, and what it said. */
export function endingOf({ exitCode, stdout, stderr }: CommandResult): string {
  const output = `${stdout}${stderr}`.trim();
  return `exit code ${exitCode}${output === '' ? '' : `: ${output}`}`;
}

/** A verdict over how a command ended. A grader that has passed the reference solution can run, so that its end means no. */
export function judgedByEnd(
  { passed, detail }: { passed: boolean; detail: string },
  command: GradingCommand,
  ended: CommandResult,
): Judgement {
  return {
    ...{ passed, detail, difference: null },
    whyBroken: (isSolved) => (isSolved ? null : whyBroken(command, ended)),
  };
}
