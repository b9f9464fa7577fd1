import { afterAll, beforeAll, expect } from 'vitest';
import type { GradingContext } from '../../src/graders/grader.ts';
import type { Sandbox, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';
import { contextOf } from './grading-context.ts';

/**
 * A grading sandbox for many questions to one of our own programs, which a trial would ask in a sandbox each. Where a
 * test is about how graders and sandboxes fit together, it has one to itself: see `gradingInDocker`.
 */
export function gradingInOneSandbox() {
  const state = stateFolder();
  let engine: SandboxEngine & AsyncDisposable;
  let sandbox: Sandbox & AsyncDisposable;
  beforeAll(async () => {
    engine = await openSession(state);
    sandbox = await engine.create({ ...EMPTY_SPEC, grader: true });
  });
  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  /** The context of a grader after this command, which the grader's user runs. */
  async function contextAfter(
    command: string,
    grade: Readonly<Record<string, string>> = {},
  ): Promise<GradingContext> {
    const limits = { seconds: PATIENCE_SECONDS, maxOutputBytes: 10_000 };
    expect(await sandbox.run({ command, ...limits })).toMatchObject({ exitCode: 0, stderr: '' });
    // The sandbox stays when the grader is done with it.
    return await contextOf({ left: {}, grade, openSandbox: async () => sandbox });
  }

  return { contextAfter };
}
