import type { CommandExitGrader } from '../contracts/grader-spec.ts';
import type { CommandResult } from '../sandbox/sandbox.ts';
import { whyBroken } from './broken-grader.ts';
import type { Grader, Judgement } from './grader.ts';

const MAX_OUTPUT_BYTES = 8 * 1024;

/**
 * Runs a command over the copy of the workspace, in a sandbox of its own, so that no grader, and no program
 * that one ran, affects what the next one finds.
 */
export const commandExit: Grader<'command-exit'> = {
  needsSandbox: true,
  needsSolution: true,
  isAboutWork: false,
  async grade(spec, { openSandbox, signal }) {
    const sandbox = await openSandbox();
    const limits = { seconds: spec.timeoutSeconds, maxOutputBytes: MAX_OUTPUT_BYTES };
    return judge(spec, await sandbox.run({ command: spec.command, ...limits }, signal));
  },
};

/**
 * Judges by the exit code. Graders prove themselves before a run (`runner/prove-graders.ts`), so any other
 * code is the workspace's doing: a missing or crashing program as much as a wrong answer.
 */
function judge(spec: CommandExitGrader, ended: CommandResult): Judgement {
  if (ended.timedOut) {
    return {
      ...{ passed: false, detail: `did not end within ${spec.timeoutSeconds} s`, difference: null },
      whyBroken: () => 'it does not end by itself',
    };
  }
  const output = `${ended.stdout}${ended.stderr}`.trim();
  return {
    passed: ended.exitCode === spec.exitCode,
    detail: `exit code ${ended.exitCode}${output === '' ? '' : `: ${output}`}`,
    difference: null,
    // A grader that has passed the reference solution can run, so any other exit code means no.
    whyBroken: (isSolved) => (isSolved ? null : whyBroken(spec, ended)),
  };
}
