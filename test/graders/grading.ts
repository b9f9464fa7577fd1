import { afterAll, beforeAll, expect } from 'vitest';
import type { Verdict } from '../../src/contracts/grade.ts';
import { HOME, WORKSPACE } from '../../src/contracts/sandbox-places.ts';
import type { GraderSpec } from '../../src/contracts/task.ts';
import { GRADE_DIR } from '../../src/graders/grade-dir.ts';
import { gradeWorkspace } from '../../src/graders/grade-workspace.ts';
import { copyOfFiles, copyWorkspace, type WorkspaceCopy } from '../../src/graders/workspace-copy.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';

type Contents = Readonly<Record<string, string | Uint8Array>>;
type Situation = { workspace?: Contents; grade?: Contents; timeoutSeconds?: number };

/** What graders find of a workspace, each command in a real sandbox of its own. */
export function gradingInDocker() {
  const state = stateFolder();
  let engine: SandboxEngine & AsyncDisposable;
  beforeAll(async () => {
    engine = await openSession(state);
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  async function judgeAll(commands: readonly string[], situation: Situation = {}): Promise<Verdict[]> {
    const { timeoutSeconds = PATIENCE_SECONDS } = situation;
    const graders = commands.map((command) => ({
      ...{ kind: 'command-exit' as const, title: command, command, exitCode: 0, timeoutSeconds },
    }));
    return await judgeBy(graders, situation);
  }

  async function judgeBy(graders: readonly GraderSpec[], situation: Situation): Promise<Verdict[]> {
    const { workspace = {}, grade = {} } = situation;
    return await judgeCopy(copyOfFiles(filesOf(WORKSPACE, workspace)), graders, grade);
  }

  /** What graders say of what a command of the agent's leaves. */
  async function judgeLeft(
    command: string,
    graders: readonly GraderSpec[],
    grade: Contents = {},
  ): Promise<Verdict[]> {
    await using sandbox = await engine.create(EMPTY_SPEC);
    const limits = { timeoutMs: PATIENCE_SECONDS * 1000, maxOutputBytes: 10_000 };
    expect(await sandbox.run({ command, ...limits })).toMatchObject({ exitCode: 0, stderr: '' });
    await sandbox.stopProcesses();
    return await judgeCopy(copyWorkspace(await sandbox.readTree([WORKSPACE, HOME, '/tmp'])), graders, grade);
  }

  async function judgeCopy(
    { contents, original }: WorkspaceCopy,
    graders: readonly GraderSpec[],
    grade: Contents,
  ): Promise<Verdict[]> {
    await using sandboxes = new AsyncDisposableStack();
    const mounts = [{ root: GRADE_DIR, files: filesOf(GRADE_DIR, grade) }];
    const spec = { ...EMPTY_SPEC, ...contents, grader: true, mounts };
    const judgements = await gradeWorkspace(
      { graders, spec, original },
      async () => sandboxes.use(await engine.create(spec)),
      AbortSignal.any([]),
    );
    return judgements.map(({ verdict }) => verdict);
  }

  /** One command's detail: its exit code and what it said. */
  async function judge(command: string, situation: Situation = {}): Promise<string> {
    const [verdict] = await judgeAll([command], situation);
    return verdict?.detail ?? '';
  }

  return { judge, judgeAll, judgeBy, judgeLeft };
}

function filesOf(root: string, contents: Contents) {
  return Object.entries(contents).map(([path, content]) => ({
    ...{ path: `${root}/${path}`, content: Buffer.from(content) },
    executable: false,
  }));
}
