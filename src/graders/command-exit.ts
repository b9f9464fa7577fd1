import type { Grader } from './grader.ts';
import { endingOf, judgedByEnd, outOfTime, runCommand } from './run-command.ts';

/**
 * Runs a command over the copy of the workspace, in a sandbox of its own, so that no grader, and no program
 * that one ran, affects what the next one finds.
 *
 * Graders prove themselves before a run (`runner/prove-graders.ts`), so any other exit code than the expected
 * one is the workspace's doing: a missing or crashing program as much as a wrong answer.
 */
export const commandExit: Grader<'command-exit'> = {
  needsSandbox: true,
  needsSolution: true,
  isAboutWork: false,
  async grade(spec, { openSandbox, signal }) {
    const ended = await runCommand(spec, { sandbox: await openSandbox(), signal });
    if (ended.timedOut) return outOfTime(spec);
    const verdict = { passed: ended.exitCode === spec.exitCode, detail: endingOf(ended) };
    return judgedByEnd(verdict, spec, ended);
  },
};
