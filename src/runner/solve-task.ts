import { AssayError } from '../base/assay-error.ts';
import type { EgressEvent } from '../contracts/egress.ts';
import { HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Session } from '../graders/grader.ts';
import { copyWorkspace, type WorkspaceCopy } from '../graders/workspace-copy.ts';
import { describeAttempt } from '../report/facts/describe-attempt.ts';
import type { FileTree, SandboxEngine, SandboxSpec, ServiceTape } from '../sandbox/sandbox.ts';
import { ANSWER, SOLVE } from '../suites/read-solution.ts';
import { DECOY_PATH } from './decoys.ts';
import { outputEnd } from './output-end.ts';
import { diffTrees } from './tree-diff.ts';
import { networkOf, place } from './trial-setup.ts';
import { givenFiles, type TaskSubject } from './trial-subject.ts';

/** Where the reference solution lies, in the one sandbox that ever holds it. */
const SOLUTION = '/solution';
const MAX_OUTPUT_BYTES = 8 * 1024;
const PLACES = [WORKSPACE, HOME, '/tmp'];

export type Solution = {
  files: SkillFolder['files'];
  timeoutSeconds: number;
  /** Where the answers of services are recorded, or come from. */
  services?: ServiceTape | null;
};

/** What is graded. */
export type Solved = { copy: WorkspaceCopy; session: Session };

/** The files before and after some work, and the answers at its end. */
export type Work = {
  before: FileTree;
  after: FileTree;
  answers: readonly string[];
  /** What the reference solution printed and asked of the network, which may say why its work is wrong. */
  trail?: string;
};

const MOST_ASKED = 10;

/** The work as graders see it. */
export async function solvedBy({ before, after, answers }: Work): Promise<Solved> {
  const session = { answers, changes: diffTrees(before, after, []), work: null };
  return { copy: await copyWorkspace(after), session };
}

/**
 * Returns the work of the reference solution. It runs as the agent's user, in a sandbox
 * like the agent's.
 */
export async function solveTask(
  subject: TaskSubject,
  { files, timeoutSeconds, services = null }: Solution,
  engine: SandboxEngine,
  signal: AbortSignal,
): Promise<Work> {
  await using sandbox = await engine.create(solvingSpec(subject, files, services), signal);
  const before = await sandbox.readTree(PLACES);
  const command = `bash ${SOLUTION}/${SOLVE}`;
  const limits = { seconds: timeoutSeconds, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { exitCode, timedOut, stdout, stderr } = await sandbox.run({ command, ...limits }, signal);
  const asked = subject.task.network === undefined ? [] : await sandbox.egress();
  const network = asked.length === 0 ? '' : `; ${trailOf('', asked)}`;
  if (timedOut) throw unsolved(`it did not end within ${timeoutSeconds} s${network}`);
  if (exitCode !== 0) throw unsolved(`exit code ${exitCode}${afterColon(`${stdout}${stderr}`)}${network}`);
  await sandbox.stopProcesses();
  const after = await sandbox.readTree(PLACES);
  if (!after.isComplete) throw unsolved('it leaves more files than are taken');
  return { before, after, answers: answersIn(files), trail: trailOf(`${stdout}${stderr}`, asked) };
}

function trailOf(output: string, asked: readonly EgressEvent[]): string {
  const end = outputEnd(output);
  const lines = [...new Set(asked.map(describeAttempt))];
  const more = lines.length > MOST_ASKED ? `, and ${lines.length - MOST_ASKED} more` : '';
  return [
    ...(end === '' ? [] : [`solve.sh printed: ${end}`]),
    ...(lines.length === 0 ? [] : [`it asked the network: ${lines.slice(0, MOST_ASKED).join(', ')}${more}`]),
  ].join('; ');
}

/** What arrives while an agent works is there from the start. */
function solvingSpec(
  subject: TaskSubject,
  solution: SkillFolder['files'],
  services: ServiceTape | null,
): SandboxSpec {
  const { task, template, answers = [] } = subject;
  return {
    ...{ purpose: `solve:${task.id}`, template },
    files: place(givenFiles(subject), WORKSPACE),
    env: { PATH: DECOY_PATH, HOME },
    mounts: [{ root: SOLUTION, files: place(solution, SOLUTION) }],
    shell: true,
    ...(task.network === undefined
      ? {}
      : { network: { gateway: null, policy: networkOf(task), answers, usesSecrets: true, services } }),
  };
}

function afterColon(output: string): string {
  const end = outputEnd(output);
  return end === '' ? ', without a word' : `: ${end}`;
}

function answersIn(files: Solution['files']): string[] {
  return files.filter(({ path }) => path === ANSWER).map(({ content }) => new TextDecoder().decode(content));
}

function unsolved(problem: string): AssayError {
  return new AssayError(
    'GRADER_FAILED',
    `The reference solution, solution/solve.sh, does not work: ${problem}`,
  );
}
