import { printed } from '../base/printed.ts';
import type { RewardGrader } from '../contracts/command-grader.ts';
import { RewardFiles } from '../contracts/reward.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Grader } from './grader.ts';
import { runOwnProgram } from './own-program.ts';
import { rewardsIn } from './rewards-in.ts';
import { endingOf, judgedByEnd, outOfTime, runCommand } from './run-command.ts';

const FOLDER = '/logs/verifier';
const READ_SECONDS = 60;
/** More than both files together, with every character escaped. */
const MAX_OUTPUT_BYTES = 1024 ** 2;

/**
 * Judges by the number that a verifier of Harbor's kind writes. As there, the exit code says nothing: some verifiers end
 * with that of their tests.
 */
export const reward: Grader<'reward'> = {
  needsSandbox: true,
  needsSolution: true,
  isAboutWork: false,
  async grade(spec, { openSandbox, signal }) {
    const sandbox = await openSandbox();
    const ended = await runCommand(spec, { sandbox, signal });
    if (ended.timedOut) return outOfTime(spec);
    const found = await readRewards(spec, sandbox, signal);
    if ('fault' in found) {
      const detail = `${found.fault}; ${endingOf(ended)}`;
      return { ...judgedByEnd({ passed: false, detail }, spec, ended), isNoVerdict: true };
    }
    const { name, value } = found.rewards.reduce((low, one) => (one.value < low.value ? one : low));
    const passed = value >= spec.threshold;
    const detail = `${name} is ${value}, ${passed ? 'at least' : 'below'} ${spec.threshold}`;
    return { passed, detail, difference: null, whyBroken: () => null };
  },
};

async function readRewards(
  { metric }: RewardGrader,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<ReturnType<typeof rewardsIn>> {
  const limits = { seconds: READ_SECONDS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const read = await runOwnProgram({ name: 'read-reward', input: null, ...limits }, sandbox, signal);
  if (read.timedOut) return { fault: `${FOLDER} takes too long to be read` };
  if (read.exitCode !== 0) return { fault: `${FOLDER}/${read.stderr.trim() || 'reward.txt cannot be read'}` };
  const files = printed(RewardFiles, read.stdout);
  return files === null ? { fault: `${FOLDER} cannot be read as a whole` } : rewardsIn(files, metric);
}
