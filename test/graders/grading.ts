import { afterAll, beforeAll, expect } from 'vitest';
import type { Verdict } from '../../src/contracts/grade.ts';
import type { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { HOME, WORKSPACE } from '../../src/contracts/sandbox-places.ts';
import type { SkillFolder } from '../../src/contracts/skill.ts';
import { copyOfFiles, copyWorkspace, type WorkspaceCopy } from '../../src/graders/workspace-copy.ts';
import { gradeCopy } from '../../src/runner/grade-copy.ts';
import { Losses } from '../../src/runner/losses.ts';
import { place } from '../../src/runner/trial-setup.ts';
import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { judgingHere } from '../fixtures/judging-here.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';
import { NOTHING_DONE, UNASKED } from './grading-context.ts';
import { sharedSandboxes } from './shared-sandboxes.ts';

type Contents = Readonly<Record<string, string | Uint8Array>>;
type Situation = { workspace?: Contents; grade?: Contents; timeoutSeconds?: number };

/**
 * What graders find of a workspace, each command in a real sandbox of its own. Commands that leave nothing behind may have
 * one for all that are given the same files.
 */
export function gradingInDocker({ inSharedSandboxes = false } = {}) {
  const state = stateFolder();
  const made = new AsyncDisposableStack();
  let engine: SandboxEngine;
  beforeAll(async () => {
    const session = made.use(await openSession(state));
    engine = inSharedSandboxes ? made.use(sharedSandboxes(session)) : session;
  });
  afterAll(async () => {
    await made.disposeAsync();
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
    return await judgeCopy(await copyOfFiles(place(filesOf(workspace), WORKSPACE)), graders, grade);
  }

  /** What graders say of what a command of the agent's leaves. */
  async function judgeLeft(
    command: string,
    graders: readonly GraderSpec[],
    grade: Contents = {},
  ): Promise<Verdict[]> {
    await using sandbox = await engine.create(EMPTY_SPEC);
    const limits = { seconds: PATIENCE_SECONDS, maxOutputBytes: 10_000 };
    expect(await sandbox.run({ command, ...limits })).toMatchObject({ exitCode: 0, stderr: '' });
    await sandbox.stopProcesses();
    const left = await sandbox.readTree([WORKSPACE, HOME, '/tmp']);
    return await judgeCopy(await copyWorkspace(left), graders, grade);
  }

  async function judgeCopy(
    copy: WorkspaceCopy,
    graders: readonly GraderSpec[],
    grade: Contents,
  ): Promise<Verdict[]> {
    return await verdictsOn(copy, { graders, grade: filesOf(grade) }, engine);
  }

  /** One command's detail: its exit code and what it said. */
  async function judge(command: string, situation: Situation = {}): Promise<string> {
    const [verdict] = await judgeAll([command], situation);
    return verdict?.detail ?? '';
  }

  return { judge, judgeAll, judgeBy, judgeLeft };
}

type Grading = { graders: readonly GraderSpec[]; grade: SkillFolder['files'] };

/** The verdicts of graders, just as a trial has them. */
export async function verdictsOn(
  copy: WorkspaceCopy,
  { graders, grade }: Grading,
  engine: SandboxEngine,
): Promise<Verdict[]> {
  const described = { id: 't', level: 'common', objective: 'o', prompt: 'p', expected: 'e' } as const;
  const task = { ...described, limits: {}, graders: [...graders] };
  const subject = { kind: 'task' as const, task, workspace: [], grade, script: null };
  // Whatever goes wrong is thrown, and no workload is held responsible.
  const losses = new Losses({ isSound: async () => false });
  const graded = await gradeCopy(
    subject,
    copy,
    { engine, contents: judgingHere, losses, session: NOTHING_DONE, judge: UNASKED },
    AbortSignal.any([]),
  );
  return graded?.map(({ verdict }) => verdict) ?? [];
}

export function filesOf(contents: Contents): SkillFolder['files'] {
  return Object.entries(contents).map(([path, content]) => ({
    ...{ path, content: Buffer.from(content) },
    executable: false,
  }));
}
