import type { CommandResult, Sandbox } from '../../src/sandbox/sandbox.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { EMPTY_SPEC } from '../sandbox/docker-fixture.ts';

/** Opens sandboxes in which the first command ends in the first way, and so on. Nothing runs. */
export function answering(...ends: readonly Partial<CommandResult>[]): () => Promise<Sandbox> {
  const left = [...ends];
  return async () => {
    const sandbox = await localEngine().create(EMPTY_SPEC);
    await sandbox[Symbol.asyncDispose]();
    const run = async () => ({ ...ENDED, ...left.shift() });
    return Object.assign(sandbox, { run });
  };
}

const ENDED: CommandResult = { exitCode: 0, stdout: '', stderr: '', timedOut: false, isTruncated: false };
